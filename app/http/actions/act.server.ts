import type { CompanySession } from "~/auth/session.server";
import type { ActionOptions } from "./define-actions.server";

/** Runs an action of the whole registry: some records are changed by the actions of several areas. */
export type Act = (session: CompanySession, name: string, input: unknown, options: ActionOptions) => Promise<unknown>;
