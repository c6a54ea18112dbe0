/** An icon's shapes. The package declares types only for its index, which contains every icon. */
declare module "lucide/dist/esm/icons/*" {
  const shapes: import("./createIcon.tsx").IconShapes;
  export default shapes;
}
