// Names what the driver uses of UI Automation: classes, interfaces, positions of methods, numbers of properties and patterns.
// All are those of uiautomationclient.h; the mock server that the tests drive is compiled from that header.
import { guid } from '../native/com.ts'

export const CLSID_AUTOMATION = guid('e22ad333-b25f-460c-83d0-0581107395c9')
/** IUIAutomation2, which has time-outs. */
export const IID_AUTOMATION = guid('34723aff-0c9d-49d0-9896-7ab52df8cd8a')

export const AUTOMATION = {
  rootElement: 5,
  elementFromWindowCached: 10,
  elementFromPointCached: 11,
  focusedElementCached: 12,
  controlViewWalker: 14,
  controlViewCondition: 18,
  createCacheRequest: 20,
  addEventHandler: 32,
  addPropertyHandler: 34,
  removePropertyHandler: 36,
  addStructureHandler: 37,
  removeStructureHandler: 38,
  addFocusHandler: 39,
  removeAllHandlers: 41,
  putAutoSetFocus: 59,
  putConnectionTimeout: 61,
  putTransactionTimeout: 63,
} as const

/** Interfaces of what is called for an event. */
export const HANDLERS = {
  event: guid('146c3c17-f12e-4e22-8c27-f894b9b79c69'),
  property: guid('40cd37d4-c756-4b0c-8c6f-bddfeeb13b50'),
  structure: guid('e81d1b4e-11c5-42f8-9754-e7036c79f054'),
  focus: guid('c270f6b5-5c69-4290-9745-7a7f97169468'),
} as const
export const WINDOW_OPENED = 20_016

export const REQUEST = { addProperty: 3, putTreeScope: 7, putTreeFilter: 9 } as const
export const SCOPE = { element: 1, subtree: 7 } as const

export const WALKER = { parentCached: 9, firstChildCached: 10, nextSiblingCached: 12 } as const

export const ELEMENT = {
  setFocus: 3,
  updatedCache: 9,
  cachedProperty: 12,
  currentPatternAs: 14,
  cachedChildren: 19,
  cachedControlType: 53,
  cachedName: 55,
  cachedHasFocus: 58,
  cachedIsEnabled: 60,
  cachedAutomationId: 61,
  cachedClassName: 62,
  cachedHelpText: 63,
  cachedIsPassword: 67,
  cachedWindow: 68,
  cachedIsOffscreen: 70,
  cachedFrameworkId: 72,
  cachedIsRequired: 73,
  cachedBounds: 75,
} as const

export const ARRAY = { length: 3, element: 4 } as const

export const PROPERTY = {
  runtimeId: 30_000,
  bounds: 30_001,
  controlType: 30_003,
  name: 30_005,
  hasFocus: 30_008,
  isEnabled: 30_010,
  automationId: 30_011,
  className: 30_012,
  helpText: 30_013,
  isPassword: 30_019,
  window: 30_020,
  isOffscreen: 30_022,
  frameworkId: 30_024,
  isRequired: 30_025,
  hasExpandCollapse: 30_028,
  hasGridItem: 30_029,
  hasInvoke: 30_031,
  hasRangeValue: 30_033,
  hasScrollItem: 30_035,
  hasSelectionItem: 30_036,
  hasText: 30_040,
  hasToggle: 30_041,
  hasValue: 30_043,
  value: 30_045,
  valueIsReadOnly: 30_046,
  number: 30_047,
  numberIsReadOnly: 30_048,
  minimum: 30_049,
  maximum: 30_050,
  expandState: 30_070,
  isModal: 30_077,
  isSelected: 30_079,
  toggleState: 30_086,
  hasLegacy: 30_090,
  legacyAction: 30_100,
  isVirtualized: 30_109,
} as const

/** A pattern: its number, its interface, and the positions of the methods that are used. */
export const PATTERN = {
  invoke: { id: 10_000, iid: guid('fb377fbe-8ea6-46d5-9c73-6499642d3059'), invoke: 3 },
  value: { id: 10_002, iid: guid('a94cd8b1-0844-4cd6-9d2d-640537ab39e9'), set: 3, current: 4 },
  rangeValue: { id: 10_003, iid: guid('59213f4f-7346-49e5-b120-80555987a148'), set: 3 },
  expandCollapse: {
    id: 10_005,
    iid: guid('619be086-1f4e-4ee4-bafa-210128738730'),
    expand: 3,
    collapse: 4,
  },
  selectionItem: { id: 10_010, iid: guid('a8efa66a-0fda-421a-9194-38021f3578ea'), select: 3 },
  text: {
    id: 10_014,
    iid: guid('32eba289-3583-42c9-9c59-3b6d9a1e9b6a'),
    selection: 5,
    whole: 7,
  },
  toggle: { id: 10_015, iid: guid('94cf8058-9b8d-4ab9-8bfd-4cd0a33c8c70'), toggle: 3 },
  scrollItem: { id: 10_017, iid: guid('b488300f-d015-4f19-9c29-bb595e3645ef'), scrollIntoView: 3 },
  legacy: {
    id: 10_018,
    iid: guid('828055ad-355b-4435-86d5-3b51c14a9b1b'),
    select: 3,
    doDefaultAction: 4,
  },
  virtualizedItem: { id: 10_020, iid: guid('6ba3d7a6-04cf-4f11-8793-a8d1cde9969f'), realize: 3 },
} as const

export const RANGE = {
  clone: 3,
  bounds: 10,
  text: 12,
  moveEndpointByUnit: 14,
  moveEndpointByRange: 15,
  select: 16,
} as const
export const ENDPOINT = { start: 0, end: 1 } as const
export const CHARACTER = 0

/** What a provider answers when it fails. */
export const FAULT = {
  notImplemented: 0x8000_4001,
  failed: 0x8000_4005,
  accessDenied: 0x8007_0005,
  notEnabled: 0x8004_0200,
  notAvailable: 0x8004_0201,
  notSupported: 0x8004_0204,
  invalidOperation: 0x8013_1509,
} as const
