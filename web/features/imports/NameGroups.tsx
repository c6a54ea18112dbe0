import type { RefObject } from "react";
import { useId, useRef } from "react";
import { countLabel } from "#web/ui/countLabel.ts";
import { CreateButton } from "./CreateButton.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { NameList } from "./NameList.tsx";
import { useCreateTargets } from "./useCreateTargets.ts";
import type { ImportName, Mapping } from "./useMapping.ts";

/**
 * Lists the names in the file for which the last check found no status, category, board or topic.
 * Renders nothing if every name has a match.
 */
export function UnknownNames({ mapping: { names, choose } }: { mapping: Mapping }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const creation = useCreateTargets(choose);
  const unknown = names.filter(({ wasUnknown }) => wasUnknown);
  if (unknown.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <div>
        <h4 ref={heading} id={headingId} tabIndex={-1} className="font-medium outline-none">
          {countLabel(unknown.length, "name")} of the file fit{unknown.length === 1 ? "s" : ""}{" "}
          nothing here
        </h4>
        <p className="text-sm text-muted">
          Choose what each of them stands for. Otherwise its records are skipped, or the tag is
          ignored.
        </p>
      </div>
      <CreateAll names={unknown} creation={creation} focusAfterwards={heading} />
      <NameList
        label="Names that fit nothing here"
        names={unknown}
        onChoose={choose}
        creation={creation}
      />
    </section>
  );
}

/**
 * Lists the names in the file that had a match in the last check. The list is hidden until the user
 * opens it. Renders nothing if no name has a match.
 */
export function KnownNames({ mapping: { names, choose } }: { mapping: Mapping }) {
  const creation = useCreateTargets(choose);
  const known = names.filter(({ wasUnknown }) => !wasUnknown);
  if (known.length === 0) return null;
  return (
    <Disclosure summary={`${countLabel(known.length, "name")} with a match`}>
      <NameList label="Names with a match" names={known} onChoose={choose} creation={creation} />
    </Disclosure>
  );
}

const CREATABLE = [
  { kind: "board", word: "board" },
  { kind: "topic", word: "topic" },
] as const;

interface CreateAllProps {
  names: readonly ImportName[];
  creation: ReturnType<typeof useCreateTargets>;
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Shows a button that creates all missing boards if at least two boards are missing, and a button
 * that creates all missing topics if at least two topics are missing.
 */
function CreateAll({ names, creation, focusAfterwards }: CreateAllProps) {
  const groups = CREATABLE.map(({ kind, word }) => ({
    kind,
    word,
    missing: names.filter((name) => name.kind === kind && name.match === "unknown"),
  })).filter(({ missing }) => missing.length > 1);
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {groups.map(({ kind, word, missing }) => (
        <CreateButton
          key={word}
          targets={missing.map(({ name, board }) => ({ kind, name, board }))}
          creation={creation}
          focusAfterwards={focusAfterwards}
        >
          Create all {countLabel(missing.length, `missing ${word}`)}
        </CreateButton>
      ))}
    </div>
  );
}
