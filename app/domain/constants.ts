/** Business constants and limits of the specification (planning core, section 9; accounts, section 9). */

export const MAX_UPLOAD_BYTES = 100_000_000;
/**
 * A photo of today's phones has up to 12 MB and 50 megapixels. Decoded, a pixel takes 4 bytes on every screen that
 * shows it.
 */
export const MAX_IMAGE_BYTES = 15_000_000;
export const MAX_IMAGE_PIXELS = 50_000_000;
export const MAX_IMPORT_ROWS = 100_000;
/** Of a workbook to download; 100,000 rows of 32 columns are made within half a minute and 550 MB. */
export const MAX_WORKBOOK_CELLS = 3_200_000;
export const MAX_TEXT_LENGTH = 255;
/** Rows of a list that one form changes or removes: their ids have to fit into an address. */
export const MAX_CHOSEN_ROWS = 500;
/** Visits of one plan that one form moves, changes or removes. */
export const MAX_CHOSEN_VISITS = 10_000;
/** Of notes of recipients and for drivers. */
export const MAX_NOTE_LENGTH = 2000;
export const MAX_EMAIL_LENGTH = 50;
/** Of a visit, as its column holds it. */
export const MAX_POSTCODE_LENGTH = 50;
export const PHONE_MIN_DIGITS = 10;
export const PHONE_MAX_DIGITS = 15;

export const DEFAULT_WORK_HOUR_START = "08:00";
export const DEFAULT_WORK_HOUR_END = "18:00";
export const DEFAULT_SPEED_FACTOR = 1;
export const SPEED_PERCENT_MIN = 50;
export const SPEED_PERCENT_MAX = 150;
export const SPEED_PERCENT_STEP = 10;
export const DEFAULT_VISIT_START_TIME = "08:00";
export const DEFAULT_VISIT_END_TIME = "20:00";
export const DEFAULT_SERVICE_TIME_MIN = 5;
export const MAX_DURATION_MIN = 99.9;
export const MAX_SOLVING_TIME_SEC = 100;
export const MAX_EXPLORATION = 5;
/** Stops that a calculation may move at most. */
export const MAX_CHANGE_BUDGET = 9999;

export const MAX_PHOTOS_PER_VISIT = 3;
export const MAX_SIGNATURES_PER_VISIT = 3;

export const START_POSITION = 0;
export const UNSCHEDULED_POSITION = 1000;
export const END_POSITION = 10_000;
/** The specification's own spelling; existing integrations look for it. */
export const BREAK_DESCRIPTION = "launch";

/** Visits within this distance of each other count as one place (squash duration). */
export const SAME_PLACE_METERS = 15;

export const VEHICLE_SETTINGS_SAVE_DELAY_MS = 50;
export const MIN_PASSWORD_LENGTH = 8;
export const DRAG_DELAY_MS = 400;
/** How long a drag rests on a folded route before the route unfolds. */
export const DRAG_UNFOLD_MS = 600;
export const SELECT_SEARCH_FROM_OPTIONS = 10;
export const VIRTUAL_LIST_MAX_HEIGHT_PX = 400;
export const PAGE_SIZES = [10, 15, 25, 50] as const;
export const PAGE_SIZE_STANDARD = 15;
/** of the platform's administration */
export const PAGE_SIZE_ADMIN = 25;
export const TABLET_BELOW_PX = 1024;

export const TOAST_MS = 5_000;
/** That a mail was sent to verify an e-mail. */
export const TOAST_MAIL_SENT_MS = 3_000;
/** A link is ready: there is time to see what to do with it. */
export const TOAST_LINK_MS = 8_000;
export const TOAST_LOADER_DONE_MS = 2_500;
export const HIGHLIGHT_MS = 3_000;
/**
 * A page begins to listen so long after it was connected: what it has missed meanwhile, and what comes all at once
 * then, is one reload.
 */
export const LISTENS_AFTER_MS = 1_000;
/** What `/platform/readyz` says while requests can be answered; pages tell it from a network's own page by it. */
export const READY_ANSWER = "ready";
export const COLLAPSE_STATE_TTL_MS = 24 * 60 * 60 * 1000;
export const EDIT_DIALOG_WIDTH_PX = 300;

export const MAP_DEFAULT_ZOOM = 11;
export const MAP_DEFAULT_CENTER = { lat: 50.426195, lng: 30.538123 } as const;

export const NO_DRIVER = "No Driver";
export const NO_VEHICLE = "No Vehicle";

/** A difference within this many of the units shown (minutes, km, cost) counts as equal: it gets no colour. */
export const EQUAL_DIFFERENCE = 5;
