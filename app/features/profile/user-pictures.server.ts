import { ofPerson } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";

/** Where a person's picture is kept. @throws AppError 403 for a program */
export const userPictures = (session: Session): string => `users/${ofPerson(session).userId}`;
