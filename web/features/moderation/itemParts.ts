/**
 * The moderation components of an item's page, which only admins load. They are bundled into one
 * chunk.
 */
export { BlockDialog } from "./BlockDialog.tsx";
export { ItemReports } from "./ItemReports.tsx";
