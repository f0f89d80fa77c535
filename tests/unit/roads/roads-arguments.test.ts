import { expect, it } from "vitest";
import { roadsCommand } from "~/boot/roads/roads-arguments";

it.each([
  [["liechtenstein.osm.pbf"], { do: "build", source: "liechtenstein.osm.pbf", name: "liechtenstein" }],
  [
    ["/data/Île de France-latest.osm.pbf"],
    { do: "build", source: "/data/Île de France-latest.osm.pbf", name: "le-de-france" },
  ],
  [
    ["https://example.org/europe/austria-latest.osm.pbf?a=b"],
    { do: "build", source: "https://example.org/europe/austria-latest.osm.pbf?a=b", name: "austria" },
  ],
  [["--name", "south", "map.pbf"], { do: "build", source: "map.pbf", name: "south" }],
  [["--status"], { do: "status" }],
  [["--remove", "south"], { do: "remove", name: "south" }],
  [["--help"], { do: "help", problem: null }],
])("reads %j", (words, command) => {
  expect(roadsCommand(words)).toEqual(command);
});

it.each([
  [[], "Say which extract the region is to be built from."],
  [["a.pbf", "b.pbf"], "One extract at a time: each becomes a region of its own."],
  [["--remove"], "Say which region is to be removed."],
  [["--remove", "../.."], "Say which region is to be removed."],
  [["--name", "A B", "a.pbf"], "'A B' can't be a region's name: use small letters, digits and hyphens."],
  [["--all", "a.pbf"], "There is no option --all."],
])("refuses %j", (words, problem) => {
  expect(roadsCommand(words)).toEqual({ do: "help", problem });
});
