/** Set by the browser on screens of tablet width or narrower: `plan-12` or `route-7`. Holds no secret. */
export const LAST_PAGE_COOKIE = "platform_last_page";
