/** Every call of the API: the resource family of each area, and the calls beside it. */
import { callsByPath } from "~/http/api/answer-api.server";
import type { ApiCalls } from "~/http/api/answer-api.server";
import { familyOf } from "~/http/api/family.server";
import { ACCOUNT_CALLS } from "./accounts/calls.server";
import { RESOURCE_RESOURCES } from "./resources/resources.server";

export const RESOURCES = [...RESOURCE_RESOURCES];

export const API: ApiCalls = callsByPath([...RESOURCES.flatMap(familyOf), ...ACCOUNT_CALLS]);
