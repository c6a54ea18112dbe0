import { IllustratedLine } from "./IllustratedLine.tsx";
import { IllustratedVote } from "./IllustratedVote.tsx";

/** An illustration of two items on a board. The viewer has voted for the first item. */
export function BoardIllustration() {
  return (
    <div className="w-full max-w-72 space-y-2">
      <PictureRequest title="Export to CSV" votes={42} isVoted />
      <PictureRequest title="Dark mode" votes={27} />
    </div>
  );
}

function PictureRequest({
  title,
  votes,
  isVoted = false,
}: {
  title: string;
  votes: number;
  isVoted?: boolean;
}) {
  return (
    <div className="flex items-center gap-3 rounded-lg border bg-surface p-2">
      <IllustratedVote votes={votes} isVoted={isVoted} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="text-xs font-semibold">{title}</p>
        <IllustratedLine className="w-11/12" />
        <IllustratedLine className="w-2/3" />
      </div>
    </div>
  );
}
