import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";

/** Says which parameters of the URL the list ignores, and offers to remove them. */
export function IgnoredFilters({ names }: { names: readonly string[] }) {
  const [params, changeParams] = useSearchParams();
  const remove = () =>
    changeParams(
      (current) => new URLSearchParams([...current].filter(([name]) => !names.includes(name))),
      { replace: true, keepScroll: true },
    );
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-surface px-4 py-2 text-sm noscript:hidden"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        The list ignores what it does not know or you cannot use in the address:{" "}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 ? ", " : ""}
            <strong className="font-semibold">{`${name}=${params.get(name) ?? ""}`}</strong>
          </span>
        ))}
      </p>
      <Button variant="secondary" size="sm" onClick={remove}>
        Remove
      </Button>
    </div>
  );
}
