/** The parts of an item's page that only admins load. They are bundled into one chunk. */
export { AdminPanel } from "./AdminPanel.tsx";
export { ItemNeighbors } from "./ItemNeighbors.tsx";
export { NotifiedPeople } from "./NotifiedPeople.tsx";
