import { addsIndex } from "./helpers";

/**
 * Every ten seconds the routes of all companies that are on the road are looked for. The other indexes with a status
 * begin with a company or a driver, so that MySQL read all plans and routes.
 */
export const { up, down } = addsIndex("routing_routes", ["status"], "status");
