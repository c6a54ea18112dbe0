import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Member } from "#contract/members.ts";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { cn } from "#web/ui/cn.ts";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { useDebounced } from "#web/ui/useDebounced.ts";
import { voterName } from "./voterName.ts";

/** Maximum length of an e-mail address, in characters. */
const MAX_LENGTH = 254;
/** Maximum length of a search text that the API accepts, in characters. */
const MAX_SEARCH_LENGTH = 200;

/** A chosen member or, if `memberId` is null, the text that the admin has entered. */
export interface Person {
  text: string;
  memberId: number | null;
}

interface PersonChoiceProps {
  person: Person;
  onChoose: (person: Person) => void;
  error: string | undefined;
}

/** A field for a name or an e-mail address, with the matching members as radio buttons. */
export function PersonChoice({ person, onChoose, error }: PersonChoiceProps) {
  const { text, memberId } = person;
  const search = useDebounced(text, 250).slice(0, MAX_SEARCH_LENGTH);
  const { data, error: searchError } = useQuery({
    ...onePageQuery("/api/members", { query: { search, limit: "8" } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const members = text === "" ? [] : (data?.items.filter(({ isActive }) => isActive) ?? []);
  const hasNoMatch = text !== "" && search !== "" && data !== undefined && members.length === 0;
  return (
    <>
      <Field
        label="Customer"
        required
        error={error ?? searchError?.serverMessage ?? (searchError ? FAILED : undefined)}
        help={
          hasNoMatch
            ? "No member matches. For somebody else who has voted, commented or submitted here, enter the whole address."
            : "Name or email address"
        }
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={(event) => onChoose({ text: event.target.value, memberId: null })}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {members.length > 0 ? (
        <Matches
          members={members}
          chosenId={memberId}
          onChoose={(id) => onChoose({ text, memberId: id })}
        />
      ) : null}
    </>
  );
}

const FAILED = "Failed to fetch members";

interface MatchesProps {
  members: readonly Member[];
  chosenId: number | null;
  onChoose: (id: number) => void;
}

function Matches({ members, chosenId, onChoose }: MatchesProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Matching members</legend>
      {members.map((member) => (
        <label
          key={member.id}
          className={cn(
            "flex items-center gap-3 rounded-lg p-2 text-sm",
            member.id === chosenId ? "bg-primary-tint" : "hover:bg-hover",
          )}
        >
          <input
            type="radio"
            name={name}
            checked={member.id === chosenId}
            onChange={() => onChoose(member.id)}
            className="size-4 shrink-0 accent-primary"
          />
          <bdi className="flex min-w-0 flex-1 flex-col wrap-anywhere">
            {voterName(member)} <span className="text-muted">{member.username}</span>
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}
