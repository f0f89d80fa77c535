import { logAuthorOf } from "~/audit/note-in-log.server";
import { noteRefusedAtDoor } from "~/audit/note-refusal.server";
import { pageDoor } from "~/audit/page-door";
import type { CompanySession } from "~/auth/session.server";

/** Puts into the log that somebody may not see this page, or may not send its form. Other errors are nothing for it. */
export const noteRefusedPage = (request: Request, session: CompanySession, error: unknown): Promise<void> =>
  noteRefusedAtDoor(error, { by: logAuthorOf(session), companyId: session.company.id, action: pageDoor(request) });
