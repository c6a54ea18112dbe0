import * as React from "react";

// React's development build records in an error object where each element was created, until it has
// recorded 10,000 elements in a second. The warnings that the tests assert do not contain these
// places. The records took a sixth of the processor time of the page. In a version of React without
// this counter, this file has no effect.
const [, internals] =
  Object.entries(React).find(([name]) => name.includes("CLIENT_INTERNALS")) ?? [];
Object.defineProperty(internals ?? {}, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set: () => {
    // React counts elements and resets the counter every second. The value stays.
  },
});
