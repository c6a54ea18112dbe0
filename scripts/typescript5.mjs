import { registerHooks } from "node:module";

// This module is loaded with `node --import`. The module gives programs the JavaScript interface of
// the TypeScript compiler, which TypeScript 7 lacks.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === "typescript" ? "typescript-5" : specifier, context),
});
