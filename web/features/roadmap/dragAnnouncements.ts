import type { Active, Announcements, Over, ScreenReaderInstructions } from "@dnd-kit/core";
import { displayedStatus, ROADMAP_STATUS_LABELS } from "#contract/feedbackLabels.ts";

/** Screen reader instructions of a card's drag handle. */
export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    "Press Space or Enter to pick the card up, the arrow keys to move it to another column, Space or Enter again to drop it, Escape to put it back.",
};

const titleOf = ({ data }: Active) => String(data.current?.["title"]);
const columnOf = (over: Over | null) => ROADMAP_STATUS_LABELS[displayedStatus(String(over?.id))];

/** Screen reader announcements while a card is dragged. */
export const DRAG_ANNOUNCEMENTS: Announcements = {
  onDragStart: ({ active }) => `${titleOf(active)} is picked up.`,
  onDragOver: ({ active, over }) =>
    over
      ? `${titleOf(active)} is over ${columnOf(over)}.`
      : `${titleOf(active)} is not over a column.`,
  onDragEnd: ({ active, over }) =>
    over
      ? `${titleOf(active)} is dropped in ${columnOf(over)}.`
      : `${titleOf(active)} is put back.`,
  onDragCancel: ({ active }) => `${titleOf(active)} is put back.`,
};
