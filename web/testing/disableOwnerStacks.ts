import * as React from "react";

// React's development build records in an error object where an element was created. A counter
// limits the records to the first 10,000 elements in a second. The warnings that the tests assert
// do not contain these records. The records took a sixth of the processor time of the page. In a
// version of React without this counter, this file has no effect.
const [, internals] =
  Object.entries(React).find(([name]) => name.includes("CLIENT_INTERNALS")) ?? [];
Object.defineProperty(internals ?? {}, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set: () => {
    // React increases the counter for each element and resets it every second. Both are ignored, so
    // the counter always exceeds the limit.
  },
});
