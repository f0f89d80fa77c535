import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MOST_ROWS,
  pageRange,
  PAGE_SIZE_CHOICES,
  pageSizeCookie,
  parsePageSize,
  rangeLabel,
  readPaging,
  sizeLabel,
} from "~/domain/paging";
import { listRequest } from "~/http/list-request.server";

const params = (text: string) => new URLSearchParams(text);

describe("pages of a table", () => {
  // @spec PC-2.77
  it("writes the range as the specification shows it", () => {
    expect(rangeLabel(pageRange({ page: 1, size: 15 }, 150), 150)).toBe("1–15 of 150");
    expect(rangeLabel(pageRange({ page: 10, size: 15 }, 149), 149)).toBe("136–149 of 149");
    expect(rangeLabel(pageRange({ page: 1, size: "all" }, 150), 150)).toBe("1–150 of 150");
    expect(rangeLabel(pageRange({ page: 3, size: 10 }, 0), 0)).toBe("0 of 0");
  });

  // @spec AA-9.03
  it("covers every row exactly once, whatever the size", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAGE_SIZE_CHOICES), fc.integer({ min: 0, max: 1000 }), (size, total) => {
        const pages = pageRange({ page: 1, size }, total).pages;
        let next = 1;
        for (let page = 1; page <= pages; page++) {
          const range = pageRange({ page, size }, total);
          if (total > 0) expect(range.from).toBe(next);
          next = range.to + 1;
        }
        expect(next).toBe(total + 1);
      }),
    );
  });

  // @spec AA-9.03
  it("has no more rows than may be chosen at once where all are asked for, and the others on further pages", () => {
    expect(MOST_ROWS).toBe(500);
    expect(pageRange({ page: 1, size: "all" }, 500)).toMatchObject({ pages: 1, from: 1, to: 500 });
    expect(pageRange({ page: 2, size: "all" }, 150_000)).toMatchObject({ pages: 300, from: 501, to: 1000, limit: 500 });
    expect(PAGE_SIZE_CHOICES.map((size) => sizeLabel(size, 500))).toEqual(["10", "15", "25", "50", "All"]);
    expect(PAGE_SIZE_CHOICES.map((size) => sizeLabel(size, 501))).toEqual(["10", "15", "25", "50", "500"]);
  });

  it("asks the database for so many rows, whichever way all of them are asked for", () => {
    const address = "http://localhost/platform/company/visits";
    expect(listRequest(new Request(`${address}?rows=all&page=2`)).page).toEqual({ page: 2, pageSize: 500 });
    const remembered = new Request(address, { headers: { Cookie: "rows=all" } });
    expect(listRequest(remembered).page).toEqual({ page: 1, pageSize: 500 });
    expect(listRequest(new Request(address)).page).toEqual({ page: 1, pageSize: 15 });
  });

  it("goes to the last page when the one asked for is beyond it", () => {
    expect(pageRange({ page: 99, size: 15 }, 20)).toMatchObject({ page: 2, from: 16, to: 20, offset: 15, limit: 15 });
  });

  // @spec AA-9.04 PC-9.12
  it("takes the size from the address, then the cookie, then 15", () => {
    expect(readPaging(params("page=2&rows=25"), "rows=50")).toEqual({ page: 2, size: 25 });
    expect(readPaging(params(""), "a=b; rows=50; c=d")).toEqual({ page: 1, size: 50 });
    expect(readPaging(params("rows=7"), "borrows=50")).toEqual({ page: 1, size: 15 });
    expect(readPaging(params("rows=all"))).toEqual({ page: 1, size: "all" });
    expect(readPaging(params(""), null, 25)).toEqual({ page: 1, size: 25 });
  });

  it("takes nonsense for page 1", () => {
    for (const page of ["0", "-3", "1e3", "two", "99999999999"])
      expect(readPaging(params(`page=${page}`)).page).toBe(1);
  });

  // @spec PC-9.12
  it("remembers a size in a way that it reads back", () => {
    for (const size of PAGE_SIZE_CHOICES)
      expect(readPaging(params(""), pageSizeCookie(size).split(";")[0] ?? "").size).toBe(size);
    expect(parsePageSize("ALL")).toBe("all");
    expect(parsePageSize("11")).toBeNull();
  });
});
