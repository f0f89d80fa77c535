export * from "./problem";
export * from "./route-limits";
export * from "./break-due";
export * from "./travel";
export * from "./travel-models";
export * from "./options";
export * from "./solution";
export * from "./errors";
