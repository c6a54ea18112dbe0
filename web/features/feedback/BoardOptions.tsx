import type { Board } from "#contract/boards.ts";

/** The options of a board select. Private boards, which only admins see, are a separate group. */
export function BoardOptions({ boards }: { boards: readonly Board[] }) {
  const optionsOf = (isPrivate: boolean) =>
    boards
      .filter((board) => board.isPrivate === isPrivate)
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ));
  const privateOptions = optionsOf(true);
  return (
    <>
      <option value="">Choose a board</option>
      {optionsOf(false)}
      {privateOptions.length > 0 ? (
        <optgroup label="Private Boards">{privateOptions}</optgroup>
      ) : null}
    </>
  );
}
