/** What is reported from the road, and the pictures that prove it. */
import type { z } from "zod";
import { askFirst } from "~/http/actions/ask-first.server";
import { action, defineActions } from "~/http/actions/define-actions.server";
import type { ActionDefinition, ActionPage } from "~/http/actions/define-actions.server";
import type { ActionOutcome } from "~/http/action.server";
import { deletedMessage } from "~/lib/action-result";
import { reportedPlaceOf } from "~/domain/visit/reported-place";
import { AppError } from "~/lib/errors";
import { addAttachments, removeAttachment, removePhoto } from "./commands/attachments.server";
import type { ReportResult } from "./commands/report.server";
import { markVisitDoneWith } from "./commands/mark-visit-done.server";
import { markVisitFailed } from "./commands/mark-visit-failed.server";
import { setVisitOnRoute } from "./commands/set-visit-on-route.server";
import { finishRoute, startRoute } from "./commands/report-route.server";
import { applyReportTask, dismissTask } from "./commands/settle-task.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { subscribe, unsubscribe } from "./push/subscribe.server";
import { proofOf } from "./proof-files.server";
import {
  PushAddress,
  RemoveAttachment,
  RemovePhoto,
  ReportDone,
  ReportFailed,
  ReportRoute,
  ReportVisit,
  TaskId,
  VisitOfFiles,
} from "./schemas";
import { NewAttachments, RemovedAttachment, Reported, SettledTask } from "./tells";

type Query = Record<string, string | number | undefined>;

const ask = (result: ReportResult, page: ActionPage, query: (code: string) => Query): ActionOutcome =>
  result.status === "applied" ? {} : askFirst(result.confirm, page, query(result.confirm.code));

export const ROUTE_REPORT_ACTIONS = defineActions({
  "route.start": action({
    summary: "Starts a route.",
    permission: "route.start",
    idempotent: false,
    logs: "route.start",
    input: ReportRoute,
    tells: Reported,
    run: (session, input, { tab }) => startRoute(session, { ...input, tab }),
    answer: (result, { routeId }, page) => ask(result, page, () => ({ dialog: "start-route", route: routeId })),
  }),
  "route.finish": action({
    summary: "Finishes a route.",
    permission: "route.finish",
    idempotent: false,
    logs: "route.finish",
    input: ReportRoute,
    tells: Reported,
    run: (session, input, { tab }) => finishRoute(session, { ...input, tab }),
    answer: (result, { routeId }, page) => ask(result, page, () => ({ dialog: "finish-route", route: routeId })),
  }),
});

export const VISIT_DONE_ACTIONS = defineActions({
  "visit.done": action({
    summary: "Marks a visit as done, with the pictures that prove it.",
    permission: "visit.report",
    idempotent: false,
    logs: "visit.done",
    input: ReportDone,
    tells: Reported,
    run: (session, input, { tab, files = [], leavesFiles }) =>
      markVisitDoneWith(session, proofOf(files), {
        ...input,
        place: reportedPlaceOf(input),
        tab,
        leavePictures: leavesFiles,
      }),
    answer: (result, { visitId }, page) =>
      ask(result, page, (code) => ({
        dialog: "confirm-report",
        visit: visitId,
        report: "done",
        question: code,
        reason: undefined,
        note: "",
      })),
    // What the visit's confirmation asks for is given in a dialog of its own.
    refused: (error, { visitId }, page) =>
      page.href !== null && error instanceof AppError && error.code === "visit.confirmation_required"
        ? { redirectTo: page.href({ dialog: "mark-done", visit: visitId }) }
        : null,
  }),
});

export const VISIT_REPORT_ACTIONS = defineActions({
  "visit.failed": action({
    summary: "Marks a visit as failed.",
    permission: "visit.report",
    idempotent: false,
    logs: "visit.failed",
    input: ReportFailed,
    tells: Reported,
    run: (session, input, { tab }) => markVisitFailed(session, { ...input, place: reportedPlaceOf(input), tab }),
    answer: (result, { visitId, failReasonId, failNote }, page) =>
      ask(result, page, (code) => ({
        dialog: "confirm-report",
        visit: visitId,
        report: "failed",
        question: code,
        reason: failReasonId ?? undefined,
        note: failNote,
      })),
  }),
  "visit.on_route": action({
    summary: "Takes the report of a visit back: it is on route again.",
    permission: "visit.report",
    idempotent: false,
    logs: "visit.on_route",
    input: ReportVisit,
    tells: Reported,
    run: (session, input, { tab }) => setVisitOnRoute(session, { ...input, tab }),
  }),
});

export const ATTACHMENT_ACTIONS = defineActions({
  "attachments.add": action({
    summary: "Attaches photos and signatures to a visit.",
    permission: "visit.attach",
    idempotent: false,
    input: VisitOfFiles,
    tells: NewAttachments,
    run: (session, { visitId }, { tab, files = [] }) =>
      addAttachments(session, { visitId, files: proofOf(files), tab }),
    answer: () => ({ message: "Your file has been successfully uploaded!" }),
  }),
  "attachment.remove": action({
    summary: "Deletes a photo or a signature of a visit.",
    permission: "visit.attach",
    idempotent: false,
    input: RemoveAttachment,
    tells: RemovedAttachment,
    run: (session, { attachmentId }, { tab }) => removeAttachment(session, { attachmentId, tab }),
    answer: ({ type }) => ({ message: deletedMessage(type === "photo" ? "Photo" : "Signature") }),
  }),
});

export const ROAD_TASK_ACTIONS = defineActions({
  "road_task.apply": action({
    summary: "Carries out a driver's report that was refused, with the time at which it was made.",
    permission: "task.settle",
    idempotent: false,
    input: TaskId,
    tells: SettledTask,
    run: (session, { taskId }, { tab }) => applyReportTask(session, { taskId, tab }),
    answer: () => ({ message: "The report is accepted" }),
  }),
  "road_task.dismiss": action({
    summary: "Takes a task off the list of what needs attention.",
    permission: "task.settle",
    idempotent: true,
    input: TaskId,
    tells: SettledTask,
    run: (session, { taskId }, { tab }) => dismissTask(session, { taskId, tab }),
    answer: () => ({ message: "Dismissed" }),
  }),
});

/** Of a driver's own browser. */
export const PUSH_ACTIONS = defineActions({
  "push.subscribe": action({
    summary: "Tells this browser of new and changed routes.",
    permission: "route.listOwn",
    readsOnly: false,
    idempotent: true,
    input: PushAddress,
    run: subscribe,
  }),
  "push.unsubscribe": action({
    summary: "Tells this browser of new and changed routes no longer.",
    permission: "route.listOwn",
    readsOnly: false,
    idempotent: true,
    input: NoInput,
    run: unsubscribe,
  }),
});

export const DRIVER_ACTIONS = {
  ...PUSH_ACTIONS,
  ...ROUTE_REPORT_ACTIONS,
  ...VISIT_DONE_ACTIONS,
  ...VISIT_REPORT_ACTIONS,
  ...ATTACHMENT_ACTIONS,
  ...ROAD_TASK_ACTIONS,
};

/** Of a driver's page alone: programs have `attachment.remove`. */
const REMOVE_PHOTO = action({
  summary: "Deletes a photo of a stop that is not done.",
  permission: "visit.attach",
  idempotent: true,
  input: RemovePhoto,
  tells: Reported,
  run: (session, { visitId, attachmentId }, { tab }) => removePhoto(session, { visitId, attachmentId, tab }),
});

/** The reports by the words of the driver's forms: phones hold some under them that weren't sent yet. */
export const DRIVER_REPORTS: Readonly<Record<string, ActionDefinition<z.ZodType, ReportResult>>> = {
  start: ROUTE_REPORT_ACTIONS["route.start"],
  finish: ROUTE_REPORT_ACTIONS["route.finish"],
  done: VISIT_DONE_ACTIONS["visit.done"],
  failed: VISIT_REPORT_ACTIONS["visit.failed"],
  "on-route": VISIT_REPORT_ACTIONS["visit.on_route"],
  "remove-photo": REMOVE_PHOTO,
};
