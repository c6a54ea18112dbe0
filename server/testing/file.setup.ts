import { afterAll } from "vitest";
import { endFile } from "./whenFileEnds.ts";

// Runs for every test file, though files share their worker's modules.
afterAll(endFile);
