import type { CompanySession } from "~/auth/session.server";
import type { ActionOptions } from "~/http/actions/define-actions.server";

/** Runs an action of the whole registry: a visit is also what the driver reports of it. */
export type Act = (session: CompanySession, name: string, input: unknown, options: ActionOptions) => Promise<unknown>;
