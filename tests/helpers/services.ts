import type { Services } from "~/services/container.server";

/** Most pages have a map, and few tests are about it, or about built regions. */
const WITHOUT_REGIONS: Partial<Services> = {
  baseMaps: { current: () => [], named: () => null },
  regions: { list: () => [] },
};

/** The services that a test gives; asking for any other fails with its name. */
export function testServices(given: Partial<Services>): Services {
  return new Proxy(
    { ...WITHOUT_REGIONS, ...given },
    {
      get(target, name) {
        if (name in target) return target[name as keyof Services];
        throw new Error(`This test gives no service "${String(name)}".`);
      },
    },
  ) as Services;
}
