import { expect, it } from "vitest";
import { examplePhone } from "~/domain/validation/national-phone";
import { CustomPackage } from "~/features/billing/schemas";
import { CompanyDefaults } from "~/features/company/schemas";
import { decodeForm, postedFields } from "~/http/actions/decode-form";

const agreed = {
  billed_company_id: 1,
  visits_limit: 50,
  visits_period: "monthly",
  custom_cost_per_visit: null,
  custom_discount: 0,
};
const messageOf = (field: string, values: object) =>
  CustomPackage.safeParse({ ...agreed, ...values }).error?.issues.find(({ path }) => path.join() === field)?.message;

it("the days of a custom package say what is wrong with them", () => {
  expect(messageOf("start_date", { start_date: "", end_date: "" })).toBe("Start is required");
  expect(messageOf("start_date", { start_date: "soon", end_date: "" })).toBe("Start is not correct");
  expect(messageOf("end_date", { start_date: "2026-05-02", end_date: "2026-05-01" })).toBe("End must be after start");
});

it("the company's defaults are named as their form names them", () => {
  const form = new FormData();
  const typed = {
    default_visit_duration: "abc",
    default_vehicle_start_hour: "25:00",
    default_vehicle_end_hour: "",
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  const { wire, faults } = decodeForm(CompanyDefaults, postedFields(form));
  const { error } = CompanyDefaults.safeParse(wire);
  const said = (field: string) => faults.get(field) ?? error?.issues.find(({ path }) => path.join() === field)?.message;
  expect(said("default_visit_duration")).toContain("Service time of a visit ");
  expect(said("default_vehicle_start_hour")).toContain("From must be a time");
  expect(said("default_vehicle_end_hour")).toBe("To is required");
});

it("a telephone number is shown as those of the company's country are written", () => {
  expect(examplePhone("DE")).toMatch(/^\+49 /);
  expect(examplePhone(null)).toMatch(/^\+423 /);
});
