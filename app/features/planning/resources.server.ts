/** Plans, routes and visits as the API tells them. */
import type { Resource } from "~/http/api/resource";
import type { Act } from "~/http/actions/act.server";
import { planResource } from "./api/plan-resource.server";
import { routeResource } from "./api/route-resource.server";
import { visitResource } from "./api/visit-resource.server";

export const planningResources = (act: Act): Resource[] => [planResource(act), routeResource(act), visitResource(act)];
