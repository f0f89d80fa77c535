/** The same list under its longer address. */
export { action, default, loader, meta } from "../_main.planning._index/route";
