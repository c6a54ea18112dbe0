import { ChevronUp } from "#web/ui/pageIcons.ts";
import { cn } from "#web/ui/cn.ts";

interface PictureVoteProps {
  votes: number;
  isVoted?: boolean;
  className?: string;
}

/** An illustration of a vote button. */
export function IllustratedVote({ votes, isVoted = false, className }: PictureVoteProps) {
  return (
    <span
      className={cn(
        "flex weak:h-11 weak:w-9 shrink-0 flex-col items-center justify-center rounded-lg border text-xs font-semibold tabular-nums",
        isVoted ? "border-primary-edge bg-primary text-on-primary" : "bg-surface text-ink",
        className,
      )}
    >
      <ChevronUp aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
      {votes}
    </span>
  );
}
