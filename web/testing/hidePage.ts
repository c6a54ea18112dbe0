import { server } from "vitest/browser";

// Vitest shows the tested page in a frame of its own page. A transparent frame has layout, focus
// and pointer events as usual, but the browser does not draw it. Drawing took a sixth of the
// browser's processor time. No test looks at pixels, and assertions of visibility do not look
// outside the frame.
const frame = window.frameElement as HTMLElement | null;
if (server.config.browser.headless) frame?.style.setProperty("opacity", "0");
