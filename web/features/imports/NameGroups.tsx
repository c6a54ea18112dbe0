import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { useId, useRef } from "react";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
} from "#contract/feedbackLabels.ts";
import type { ImportNameKind } from "#contract/importMapping.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Select } from "#web/ui/Select.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { NAME_KIND_LABELS } from "./importLabels.ts";
import type { NewTarget } from "./useCreateTargets.ts";
import { useCreateTargets } from "./useCreateTargets.ts";
import type { ChosenName, ImportName, Mapping } from "./useMapping.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";

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

/** Content that is hidden until the user opens it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-10 list-none items-center gap-1.5 rounded font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

/** The values of the select that do not stand for a board, topic, status or category. */
const UNDECIDED = "undecided";
const LEFT_OUT = "left-out";

interface NameListProps {
  /** Accessible name of the list. */
  label: string;
  names: readonly ImportName[];
  onChoose: (chosen: readonly ChosenName[]) => void;
  creation: ReturnType<typeof useCreateTargets>;
}

/**
 * Lists names in the file. Each name has a select for the status, category, board or topic that it
 * is mapped to.
 */
function NameList({ label, names, onChoose, creation }: NameListProps) {
  const targets = useTargets();
  return (
    <ul aria-label={label} className="divide-y rounded-xl border">
      {names.map((name) => (
        <NameRow
          key={`${name.kind} ${name.name}`}
          name={name}
          targets={targets[name.kind]}
          onChoose={(target) => onChoose([{ kind: name.kind, name: name.name, target }])}
          creation={creation}
        />
      ))}
    </ul>
  );
}

/** A board, topic, status or category that a name of the file can be mapped to. */
interface Target {
  readonly id: string;
  readonly name: string;
  /** Whether the target is a private board. */
  readonly isPrivate: boolean;
}

const STATUS_TARGETS = FEEDBACK_STATUSES.map((id) => ({
  id,
  name: FEEDBACK_STATUS_LABELS[id],
  isPrivate: false,
}));
const CATEGORY_TARGETS = FEEDBACK_CATEGORIES.map((id) => ({
  id,
  name: FEEDBACK_CATEGORY_LABELS[id],
  isPrivate: false,
}));

interface NamedRow {
  id: number;
  name: string;
  isPrivate?: boolean;
}

function useTargets(): Record<ImportNameKind, readonly Target[]> {
  const { data: boards = [] } = useQuery(wholeListQuery("/api/boards"));
  const { data: topics = [] } = useQuery(wholeListQuery("/api/categories"));
  const named = ({ id, name, isPrivate = false }: NamedRow) => ({
    id: String(id),
    name,
    isPrivate,
  });
  return {
    status: STATUS_TARGETS,
    category: CATEGORY_TARGETS,
    board: boards.map(named),
    topic: topics.map(named),
  };
}

interface NameRowProps extends Pick<NameListProps, "creation"> {
  name: ImportName;
  targets: readonly Target[];
  onChoose: (target: string | null) => void;
}

function NameRow({ name, targets, onChoose, creation }: NameRowProps) {
  const select = useRef<HTMLSelectElement>(null);
  const isUndecided = name.match === "unknown";
  const kind = NAME_KIND_LABELS[name.kind];
  const isPrivate = name.board?.isPrivate ?? false;
  // A private board is mapped only to private boards, because its items must not become public.
  const possible = isPrivate ? targets.filter((target) => target.isPrivate) : targets;
  return (
    <li className="grid gap-2 px-4 py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <bdi className="block font-medium wrap-anywhere">{name.name}</bdi>
        <span className="block text-sm text-muted">
          {isPrivate ? `Private ${kind.toLowerCase()}` : kind}
          {name.rows > 0 ? ` · ${countLabel(name.rows, "row")}` : null}
        </span>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Select
          ref={select}
          aria-label={`${kind} ${name.name}`}
          className="w-full"
          value={isUndecided ? UNDECIDED : (name.target ?? LEFT_OUT)}
          onChange={({ target }) => onChoose(target.value === LEFT_OUT ? null : target.value)}
        >
          {isUndecided ? <option value={UNDECIDED}>Choose…</option> : null}
          {possible.map(({ id, name: label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value={LEFT_OUT}>Leave out</option>
        </Select>
        <div className="flex w-full flex-wrap items-center gap-2">
          <Match match={name.match} />
          {isUndecided && isCreatable(name) ? (
            <CreateButton
              size="sm"
              className="max-w-full"
              targets={[name]}
              creation={creation}
              focusAfterwards={select}
            >
              <span className="min-w-0 truncate">
                Create “<bdi>{name.name}</bdi>”
              </span>
            </CreateButton>
          ) : null}
        </div>
      </div>
    </li>
  );
}

const isCreatable = (name: ImportName): name is ImportName & NewTarget =>
  name.kind === "board" || name.kind === "topic";

function Match({ match }: Pick<ImportName, "match">) {
  if (match === "unknown") return <Badge tone="amber">Fits nothing here</Badge>;
  return <Badge>{match === "chosen" ? "Chosen" : "Proposed"}</Badge>;
}

interface CreateButtonProps extends Pick<
  ComponentProps<typeof Button>,
  "size" | "className" | "children"
> {
  targets: readonly NewTarget[];
  creation: ReturnType<typeof useCreateTargets>;
  /** Gets the focus after the creation, because the button is then removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** A button that creates boards or topics. */
function CreateButton({ targets, creation, focusAfterwards, ...button }: CreateButtonProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <Button
      {...button}
      variant="secondary"
      pending={creation.isPending}
      onClick={() => creation.create(targets)}
    />
  );
}
