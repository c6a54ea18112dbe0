/** An icon's shapes. The package declares types only for its index, which holds every icon. */
declare module "lucide/dist/esm/icons/*" {
  const shapes: import("./createIcon.tsx").IconShapes;
  export default shapes;
}
