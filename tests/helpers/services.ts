import type { Services } from "~/services/container.server";

/** The services that a test gives; asking for any other fails with its name. */
export function testServices(given: Partial<Services>): Services {
  return new Proxy(given, {
    get(target, name) {
      if (name in target) return target[name as keyof Services];
      throw new Error(`This test gives no service "${String(name)}".`);
    },
  }) as Services;
}
