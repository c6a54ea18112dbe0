/** The parts of moderation on an item's page. They are bundled into one chunk. */
export { BlockDialog } from "./BlockDialog.tsx";
export { ItemReports } from "./ItemReports.tsx";
