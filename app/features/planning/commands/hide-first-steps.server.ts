import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { changeSettings } from "~/auth/user-settings.server";

/** The user needs no leading: in no company. */
export const hideFirstSteps = (session: CompanySession): Promise<void> =>
  changeSettings(ofPerson(session).userId, { firstStepsHidden: true });
