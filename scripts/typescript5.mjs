import { registerHooks } from "node:module";

// `node --import ./scripts/typescript5.mjs`: for programs that need the compiler's JavaScript interface, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(specifier === "typescript" ? "typescript-5" : specifier, context),
});
