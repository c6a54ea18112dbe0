/** An icon's shapes. The package declares types only for its index, which contains every icon. */
declare module "lucide/dist/esm/icons/*" {
  const shapes: import("./icons.ts").IconShapes;
  export default shapes;
}
