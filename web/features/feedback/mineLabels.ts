import type { MineFilter } from "#contract/feedbackLabels.ts";

export const MINE_FILTER_LABELS: Record<MineFilter, string> = {
  submitted: "Submitted by me",
  voted: "Voted by me",
  commented: "Commented by me",
  followed: "Followed by me",
};
