export * from "./problem";
export * from "./route-limits";
export * from "./break-due";
export * from "./no-way";
export * from "./options";
export * from "./solution";
export * from "./errors";
