import * as React from "react";

// For each created element, React's development build creates an error object that records the
// place in the code. This file disables these records. They took a sixth of the processor time of
// the page, and the warnings that the tests assert do not contain them. React counts the created
// elements and makes no record after the first 10,000 elements in a second, so this file replaces
// the counter. In a version of React without this counter, this file has no effect.
const [, internals] =
  Object.entries(React).find(([name]) => name.includes("CLIENT_INTERNALS")) ?? [];
Object.defineProperty(internals ?? {}, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set: () => {
    // React increases the counter for each element and resets the counter every second. Both
    // changes are ignored, so the counter always exceeds the limit.
  },
});
