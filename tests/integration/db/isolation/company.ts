import * as billingOrders from "~/db/repositories/billing-orders.server";
import * as billings from "~/db/repositories/billings.server";
import * as apiLists from "~/db/repositories/api-lists.server";
import * as apiKeys from "~/db/repositories/api-keys.server";
import * as appliedCommands from "~/db/repositories/applied-commands.server";
import * as auditLog from "~/db/repositories/audit-log.server";
import * as templates from "~/db/repositories/confirmation-templates.server";
import * as messageContacts from "~/db/repositories/message-contacts.server";
import * as messageTexts from "~/db/repositories/message-texts.server";
import * as inUse from "~/db/repositories/in-use.server";
import * as members from "~/db/repositories/members.server";
import * as sampleDays from "~/db/repositories/sample-days.server";
import * as vehicles from "~/db/repositories/vehicles.server";
import * as warehouses from "~/db/repositories/warehouses.server";
import { NOW } from "../../../factories/company";
import { CONTACT, EXTERNAL_ID, TEXT } from "../other-company";
import { LATER } from "./attempt";
import type { Attempts } from "./attempt";

/** What one company tries with rows of the company itself: people, keys, resources and texts. */
export const COMPANY: Attempts = {
  "billingOrders.getOrder": (db, me, o) => billingOrders.getOrder(db, me, o.orderId),
  "billingOrders.updateOrder": (db, me, o) =>
    billingOrders.updateOrder(db, me, o.orderId, { status: "rejected" }, LATER),
  "billingOrders.listOrders": (db, me) => billingOrders.listOrders(db, me, { kept: 10, others: 10 }),
  "billingOrders.findOrderOfPackage": (db, me) =>
    billingOrders.findOrderOfPackage(db, me, { package: "optimization_monthly", start_date: null }),
  "billingOrders.findOpenOrder": (db, me) => billingOrders.findOpenOrder(db, me),
  "billings.updateBilling": (db, me, o) => billings.updateBilling(db, me, o.billingId, { visits_limit: 1 }, LATER),
  "billings.noteBilled": async (db, me, o) => {
    await billings.noteBilled(db, me, o.visitIds, "2026-11-02");
    return db("billed_visits").whereIn("visit_id", o.visitIds).where({ planned_on: "2026-11-02" });
  },
  "apiKeys.listApiKeys": (db, me) => apiKeys.listApiKeys(db, me),
  "apiLists.listRowsAfter": (db, me, o) =>
    apiLists.listRowsAfter(db, me, "vehicles", {
      where: { id: [o.vehicleId] },
      sort: { column: "title", descending: false },
      limit: 5,
    }),
  "apiKeys.findMainKey": (db, me) => apiKeys.findMainKey(db, me),
  "apiKeys.findNewKey": (db, me, o) => apiKeys.findNewKey(db, me, o.newKeyId, { by: o.ownerId, since: NOW }),
  "apiKeys.findApiKeyName": (db, me, o) => apiKeys.findApiKeyName(db, me, o.apiKeyId),
  "apiKeys.revokeApiKey": (db, me, o) => apiKeys.revokeApiKey(db, me, o.apiKeyId, LATER),
  "apiKeys.noteApiKeyUse": (db, me, o) => apiKeys.noteApiKeyUse(db, me, o.apiKeyId, LATER),
  "appliedCommands.findApplied": (db, me) => appliedCommands.findApplied(db, me, { commandId: "theirs", command: "x" }),
  "appliedCommands.keepAnswer": (db, me) => appliedCommands.keepAnswer(db, me, "theirs", "their claim", "changed"),
  "appliedCommands.leaveUnanswered": (db, me) => appliedCommands.leaveUnanswered(db, me, "theirs", "their claim"),
  "appliedCommands.markDone": (db, me) => appliedCommands.markDone(db, me, "theirs", { by: "their claim", now: NOW }),
  "appliedCommands.markUndone": (db, me) => appliedCommands.markUndone(db, me, "theirs, done", "their claim"),
  "appliedCommands.renewClaim": (db, me) =>
    appliedCommands.renewClaim(db, me, "theirs", { by: "their claim", now: LATER }),
  "appliedCommands.releaseCommand": (db, me) => appliedCommands.releaseCommand(db, me, "theirs", "their claim"),
  "auditLog.listLoggedActions": (db, me) => auditLog.listLoggedActions(db, me),
  "auditLog.listLogEntries": (db, me) => auditLog.listLogEntries(db, me, {}, 10),
  "auditLog.namesForLog": (db, me, o) => auditLog.namesForLog(db, "routing_plans", me, [o.planId], ["title"]),
  "auditLog.rowsForLog": (db, me, o) => auditLog.rowsForLog(db, "routing_plans", me, [o.planId]),
  "templates.getConfirmationTemplate": (db, me, o) => templates.getConfirmationTemplate(db, me, o.templateId),
  "templates.lockConfirmationTemplate": (db, me, o) => templates.lockConfirmationTemplate(db, me, o.templateId),
  "templates.confirmationTemplatesWithRemoved": (db, me, o) =>
    templates.confirmationTemplatesWithRemoved(db, me, [o.templateId]),
  "templates.listConfirmationTemplates": (db, me) => templates.listConfirmationTemplates(db, me),
  "templates.updateConfirmationTemplate": (db, me, o) =>
    templates.updateConfirmationTemplate(db, me, o.templateId, { title: "x" }, LATER),
  "templates.removeConfirmationTemplates": (db, me, o) =>
    templates.removeConfirmationTemplates(db, me, [o.templateId], LATER),
  "members.getMember": (db, me, o) => members.getMember(db, me, o.driverId),
  "members.findMember": (db, me, o) => members.findMember(db, me, o.driverId),
  "members.findMembers": (db, me, o) => members.findMembers(db, me, [o.driverId]),
  "members.getMembers": (db, me, o) => members.getMembers(db, me, [o.driverId]),
  "members.findMemberOfEmail": async (db, me, o) => {
    const { email } = (await db("company_members").where({ id: o.driverId }).first("email"))!;
    return members.findMemberOfEmail(db, me, email!);
  },
  "members.findMemberOfUser": (db, me, o) => members.findMemberOfUser(db, me, o.driverUserId),
  "members.isMembersEmail": async (db, me, o) => {
    const { email } = (await db("company_members").where({ id: o.driverId }).first("email"))!;
    return (await members.isMembersEmail(db, me, email!)) ? [email] : [];
  },
  "members.updateMember": (db, me, o) => members.updateMember(db, me, o.driverId, { is_admin: 1 }, LATER),
  "members.removeMember": (db, me, o) => members.removeMember(db, me, o.driverId),
  "messageContacts.findMessageContact": (db, me) => messageContacts.findMessageContact(db, me, CONTACT),
  "messageContacts.stoppedContacts": (db, me) => messageContacts.stoppedContacts(db, me, [CONTACT]),
  "messageContacts.setStopped": (db, me, o) => messageContacts.setStopped(db, me, o.contactId, null, LATER),
  "messageTexts.listMessageTexts": (db, me) => messageTexts.listMessageTexts(db, me),
  "messageTexts.findMessageText": (db, me) => messageTexts.findMessageText(db, me, TEXT),
  "messageTexts.removeMessageText": (db, me) => messageTexts.removeMessageText(db, me, TEXT),
  "warehouses.listWarehouseCountries": async (db, me, o) =>
    (await warehouses.listWarehouseCountries(db, me)).filter(({ id }) => id === o.countryId),
  "vehicles.getVehicle": (db, me, o) => vehicles.getVehicle(db, me, o.vehicleId),
  "vehicles.findVehicle": (db, me, o) => vehicles.findVehicle(db, me, o.vehicleId),
  "vehicles.findVehicles": (db, me, o) => vehicles.findVehicles(db, me, [o.vehicleId]),
  "vehicles.lockVehicle": (db, me, o) => vehicles.lockVehicle(db, me, o.vehicleId),
  "vehicles.lockVehicles": (db, me, o, mine) => vehicles.lockVehicles(db, me, [mine.vehicleId, o.vehicleId]),
  "vehicles.getVehicles": (db, me, o, mine) => vehicles.getVehicles(db, me, [mine.vehicleId, o.vehicleId]),
  "vehicles.listVehicles": (db, me, o) => vehicles.listVehicles(db, me, { driverId: o.driverId }),
  "vehicles.insertVehicle": [
    (db, me, o) => vehicles.insertVehicle(db, me, { driver_id: o.driverId }, LATER),
    (db, me, o) => vehicles.insertVehicle(db, me, { warehouse_id: o.warehouseId }, LATER),
  ],
  "vehicles.updateVehicle": [
    (db, me, o) => vehicles.updateVehicle(db, me, o.vehicleId, { title: "x" }, LATER),
    (db, me, o, mine) => vehicles.updateVehicle(db, me, mine.vehicleId, { driver_id: o.driverId }, LATER),
  ],
  "vehicles.removeVehicles": (db, me, o) => vehicles.removeVehicles(db, me, [o.vehicleId], LATER),
  "vehicles.releaseDriver": (db, me, o) => vehicles.releaseDriver(db, me, o.driverId, LATER),
  "vehicles.vehiclesWithRemoved": (db, me, o) => vehicles.vehiclesWithRemoved(db, me, [o.vehicleId]),
  "sampleDays.findSampleDay": (db, me) => sampleDays.findSampleDay(db, me),
  "sampleDays.setSampleMade": (db, me, o) =>
    sampleDays.setSampleMade(db, me, { planId: o.planId, warehouseId: 0, vehicleIds: [], memberIds: [] }, LATER),
  "sampleDays.takeOverSampleDay": (db, me) => sampleDays.takeOverSampleDay(db, me, "2999-01-01 00:00:00", LATER),
  "sampleDays.deleteSampleDay": (db, me) => sampleDays.deleteSampleDay(db, me),
  "sampleDays.sampleAlone": async (db, me, o) => {
    const alone = await sampleDays.sampleAlone(db, me, {
      planId: o.planId,
      warehouseId: o.warehouseId,
      vehicleIds: [o.vehicleId],
      memberIds: [o.driverId],
    });
    return [alone.planId, alone.warehouseId, ...alone.vehicleIds, ...alone.memberIds].filter((id) => id > 0);
  },
  "inUse.plansToDrive": (db, me, o) => inUse.plansToDrive(db, me, [o.vehicleId]),
  "inUse.plansAndVehiclesOf": async (db, me, o) => {
    const { plans, vehicles: theirs } = await inUse.plansAndVehiclesOf(db, me, o.warehouseId);
    return [...plans, ...theirs];
  },
  "inUse.isDriverOfRoutes": (db, me, o) => inUse.isDriverOfRoutes(db, me, o.driverId),
  "warehouses.getWarehouse": (db, me, o) => warehouses.getWarehouse(db, me, o.warehouseId),
  "warehouses.lockWarehouse": (db, me, o) => warehouses.lockWarehouse(db, me, o.warehouseId),
  "warehouses.findWarehouse": (db, me, o) => warehouses.findWarehouse(db, me, o.warehouseId),
  "warehouses.findWarehouses": (db, me, o) => warehouses.findWarehouses(db, me, [o.warehouseId]),
  "warehouses.updateWarehouse": (db, me, o) => warehouses.updateWarehouse(db, me, o.warehouseId, { title: "x" }, LATER),
  "warehouses.removeWarehouses": (db, me, o) => warehouses.removeWarehouses(db, me, [o.warehouseId], LATER),
  "warehouses.warehousesByExternalId": (db, me) => warehouses.warehousesByExternalId(db, me, [EXTERNAL_ID]),
};
