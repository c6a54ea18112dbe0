import { registerHooks } from "node:module";

// For `node --import`. Gives programs the compiler's JavaScript interface, which TypeScript 7
// lacks.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === "typescript" ? "typescript-5" : specifier, context),
});
