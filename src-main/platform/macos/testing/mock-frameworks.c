// Plays the frameworks of macOS that the driver calls, on Linux: the same C symbols, values of Core Foundation with their counts,
// applications with trees that a test builds, a window server, a pasteboard. Built by gcc when the test runs.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct value value;
typedef intptr_t ref;
typedef struct { int64_t location, length; } CFRange;
typedef struct { double x, y; } CGPoint;
typedef struct { double width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;

enum { STRING = 7, NUMBER, FLAG, ARRAY, DICTIONARY, DATA, URL, ATTRIBUTED, ELEMENT, AXVALUE, BOARD, IMAGE, CONTEXT, EVENT, OBSERVER, OTHER };
enum { OK = 0, FAILURE = -25200, ILLEGAL = -25201, INVALID = -25202, CANNOT = -25204, NO_ATTRIBUTE = -25205, NO_ACTION = -25206, NO_API = -25211,
       NO_VALUE = -25212, NO_PARAMETER = -25213 };

struct value {
  int type;
  int count;
  int kind;           // of an AXValue
  int64_t length;     // of a text, bytes or an array
  bool plain;         // an array whose members are numbers
  union { uint16_t *units; uint8_t *bytes; ref *members; double numbers[4]; int64_t whole[2]; int node; } as;
};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int live, asked_values_of_secrets, batches, posted_clicks, posted_double, messages_ms, bad_releases;
static CGPoint pointer;

static void forget_observer(ref observer);
static value *make(int type) {
  value *made = calloc(1, sizeof(value));
  made->type = type;
  made->count = 1;
  __atomic_add_fetch(&live, 1, __ATOMIC_SEQ_CST);
  return made;
}

// -- Core Foundation --

static value true_value = { .type = FLAG, .count = 1 << 20, .as.whole = { 1, 0 } };
static value false_value = { .type = FLAG, .count = 1 << 20 };
value *kCFBooleanTrue = &true_value;
value *kCFBooleanFalse = &false_value;
const struct { void *callbacks[5]; } kCFTypeArrayCallBacks;

ref CFRetain(ref r) { __atomic_add_fetch(&((value *)r)->count, 1, __ATOMIC_SEQ_CST); return r; }
void CFRelease(ref r) {
  value *one = (value *)r;
  int left = __atomic_sub_fetch(&one->count, 1, __ATOMIC_SEQ_CST);
  if (left < 0) __atomic_add_fetch(&bad_releases, 1, __ATOMIC_SEQ_CST);
  if (left != 0) return;
  __atomic_sub_fetch(&live, 1, __ATOMIC_SEQ_CST);
  if (one->type == OBSERVER) forget_observer(r);
  if ((one->type == ARRAY || one->type == DICTIONARY || one->type == ATTRIBUTED || one->type == URL) && !one->plain)
    for (int64_t at = 0; at < one->length; at++) if (one->as.members[at]) CFRelease(one->as.members[at]);
  if (one->type == STRING || one->type == ARRAY || one->type == DICTIONARY || one->type == DATA || one->type == ATTRIBUTED || one->type == URL || one->type == IMAGE)
    free(one->as.bytes);
  // The memory stays, so that a use after the last release is counted and not a crash.
  one->count = 0;
}
uint64_t CFGetTypeID(ref r) { return ((value *)r)->type; }
static bool same_text(value *a, value *b) { return a->length == b->length && memcmp(a->as.units, b->as.units, a->length * 2) == 0; }
uint8_t CFEqual(ref a, ref b) {
  value *one = (value *)a, *other = (value *)b;
  if (one->type != other->type) return 0;
  if (one->type == ELEMENT) return one->as.node == other->as.node;
  return one->type == STRING ? same_text(one, other) : one == other;
}
uint64_t CFHash(ref r) { value *one = (value *)r; return one->type == ELEMENT ? 0x9000000000000000u + one->as.node * 977u : (uint64_t)r; }
#define TYPE(name, id) uint64_t name(void) { return id; }
TYPE(CFStringGetTypeID, STRING) TYPE(CFNumberGetTypeID, NUMBER) TYPE(CFBooleanGetTypeID, FLAG) TYPE(CFArrayGetTypeID, ARRAY)
TYPE(CFDictionaryGetTypeID, DICTIONARY) TYPE(CFDataGetTypeID, DATA) TYPE(CFURLGetTypeID, URL) TYPE(CFAttributedStringGetTypeID, ATTRIBUTED)
TYPE(AXUIElementGetTypeID, ELEMENT) TYPE(AXValueGetTypeID, AXVALUE)

ref CFStringCreateWithCharacters(ref allocator, const uint16_t *units, int64_t length) {
  (void)allocator;
  value *made = make(STRING);
  made->length = length;
  made->as.units = malloc(length * 2 + 2);
  memcpy(made->as.units, units, length * 2);
  return (ref)made;
}
int64_t CFStringGetLength(ref text) { return ((value *)text)->length; }
void CFStringGetCharacters(ref text, CFRange range, uint16_t *units) { memcpy(units, ((value *)text)->as.units + range.location, range.length * 2); }
ref CFAttributedStringGetString(ref text) { return ((value *)text)->as.members[0]; }
ref CFURLGetString(ref url) { return ((value *)url)->as.members[0]; }
uint8_t CFNumberGetValue(ref number, int64_t type, void *into) {
  if (type != 6) return 0;
  *(double *)into = ((value *)number)->as.numbers[0];
  return 1;
}
ref CFNumberCreate(ref allocator, int64_t type, const void *from) {
  (void)allocator;
  value *made = make(NUMBER);
  made->as.numbers[0] = type == 4 ? (double)*(const int64_t *)from : *(const double *)from;
  return (ref)made;
}
uint8_t CFBooleanGetValue(ref flag) { return ((value *)flag)->as.whole[0] != 0; }
ref CFArrayCreate(ref allocator, const ref *members, int64_t count, const void *callbacks) {
  (void)allocator;
  value *made = make(ARRAY);
  made->length = count;
  made->plain = callbacks == NULL;
  made->as.members = malloc(count * sizeof(ref) + 8);
  memcpy(made->as.members, members, count * sizeof(ref));
  if (!made->plain) for (int64_t at = 0; at < count; at++) CFRetain(members[at]);
  return (ref)made;
}
int64_t CFArrayGetCount(ref array) { return ((value *)array)->length; }
ref CFArrayGetValueAtIndex(ref array, int64_t at) { return ((value *)array)->as.members[at]; }
ref CFDictionaryGetValue(ref dictionary, ref key) {
  value *all = (value *)dictionary;
  for (int64_t at = 0; at < all->length; at += 2) if (CFEqual(all->as.members[at], key)) return all->as.members[at + 1];
  return 0;
}
ref CFDataCreate(ref allocator, const uint8_t *bytes, int64_t length) {
  (void)allocator;
  value *made = make(DATA);
  made->length = length;
  made->as.bytes = malloc(length + 1);
  memcpy(made->as.bytes, bytes, length);
  return (ref)made;
}
int64_t CFDataGetLength(ref data) { return ((value *)data)->length; }
void CFDataGetBytes(ref data, CFRange range, uint8_t *bytes) { memcpy(bytes, ((value *)data)->as.bytes + range.location, range.length); }

/** Makes an array of values that it then owns. */
static ref array_of(ref *members, int64_t count) {
  ref made = CFArrayCreate(0, members, count, &kCFTypeArrayCallBacks);
  for (int64_t at = 0; at < count; at++) CFRelease(members[at]);
  return made;
}
static ref text_of(const char *ascii) {
  uint16_t units[256];
  int64_t length = 0;
  for (; ascii[length] && length < 256; length++) units[length] = (uint8_t)ascii[length];
  return CFStringCreateWithCharacters(0, units, length);
}
static ref number_of(double number) { return CFNumberCreate(0, 6, &number); }
static ref element_of(int node) { value *made = make(ELEMENT); made->as.node = node; return (ref)made; }
static void ascii_of(ref text, char *into) {
  value *from = (value *)text;
  int64_t at = 0;
  for (; at < from->length && at < 127; at++) into[at] = (char)from->as.units[at];
  into[at] = 0;
}

// -- What the test builds: nodes with attributes --

typedef struct attribute { char name[40]; ref held; int node; bool settable; struct attribute *next; } attribute;
typedef struct { char name[40]; int effect; } action;
typedef struct {
  int parent, pid, window, mode, presses, visible;
  char role[32];
  CGRect place;
  attribute *attributes;
  action actions[6];
  int action_count, *children, child_count, child_room;
  bool gone, selected_text, zoomed;
  CGRect small;
  CFRange selection;
} node;
enum { MODE_NONE, MODE_GONE, MODE_FIRST_FAILS, MODE_SILENT, MODE_NO_API, MODE_NULLS, MODE_SLOW_ACT, MODE_DIES_LATER, MODE_ASLEEP, MODE_ASLEEP_OLD };
#define MAX_NODES 40000
static node *nodes;
static int node_count, focused_node, front_pid;

typedef struct { int id, node, pid, layer; double alpha; char owner[40]; bool hidden, through; } shown;
static shown windows[64];
static int window_count, next_window = 70;

int mock_node(int parent, int pid, const char *role, double x, double y, double width, double height) {
  pthread_mutex_lock(&lock);
  if (!nodes) { nodes = calloc(MAX_NODES, sizeof(node)); node_count = 1; }
  int id = node_count++;
  node *made = &nodes[id];
  memset(made, 0, sizeof(node));
  made->parent = parent;
  made->pid = pid;
  strncpy(made->role, role, 31);
  made->place = (CGRect){ { x, y }, { width, height } };
  if (parent > 0) {
    node *above = &nodes[parent];
    made->window = above->window;
    if (above->child_count == above->child_room) {
      above->child_room = above->child_room ? above->child_room * 2 : 4;
      above->children = realloc(above->children, above->child_room * sizeof(int));
    }
    above->children[above->child_count++] = id;
  }
  pthread_mutex_unlock(&lock);
  return id;
}
static attribute *find(int id, const char *name) {
  for (attribute *one = nodes[id].attributes; one; one = one->next) if (strcmp(one->name, name) == 0) return one;
  return NULL;
}
static attribute *put(int id, const char *name) {
  attribute *one = find(id, name);
  if (one) { if (one->held) CFRelease(one->held); one->held = 0; return one; }
  one = calloc(1, sizeof(attribute));
  strncpy(one->name, name, 39);
  one->next = nodes[id].attributes;
  nodes[id].attributes = one;
  return one;
}
void mock_text(int id, const char *name, const uint16_t *units, int length) { put(id, name)->held = CFStringCreateWithCharacters(0, units, length); }
void mock_number(int id, const char *name, double number) { put(id, name)->held = number_of(number); }
void mock_flag(int id, const char *name, int flag) { put(id, name)->held = CFRetain((ref)(flag ? &true_value : &false_value)); }
void mock_link(int id, const char *name, int other) { put(id, name)->node = other; }
void mock_url(int id, const char *name, const char *address) {
  value *made = make(URL);
  made->length = 1;
  made->as.members = malloc(8);
  made->as.members[0] = text_of(address);
  put(id, name)->held = (ref)made;
}
void mock_settable(int id, const char *name, int settable) { attribute *one = find(id, name); if (!one) one = put(id, name); one->settable = settable; }
void mock_action(int id, const char *name, int effect) { node *one = &nodes[id]; strncpy(one->actions[one->action_count].name, name, 39); one->actions[one->action_count++].effect = effect; }
void mock_mode(int id, int mode) { nodes[id].mode = mode; }
/** How many of its children are in view: the first ones. */
void mock_visible(int id, int visible) { nodes[id].visible = visible; }
int mock_window(int id, const char *owner, int layer, double alpha, int front) {
  pthread_mutex_lock(&lock);
  shown made = { .id = next_window++, .node = id, .pid = nodes[id].pid, .layer = layer, .alpha = alpha };
  strncpy(made.owner, owner, 39);
  if (front) { memmove(windows + 1, windows, window_count * sizeof(shown)); windows[0] = made; } else windows[window_count] = made;
  window_count++;
  nodes[id].window = made.id;
  pthread_mutex_unlock(&lock);
  return made.id;
}
void mock_through(int window) { for (int at = 0; at < window_count; at++) if (windows[at].id == window) windows[at].through = true; }
static void remove_window(int at) { memmove(windows + at, windows + at + 1, (--window_count - at) * sizeof(shown)); }
void mock_end(int pid) {
  pthread_mutex_lock(&lock);
  for (int at = window_count - 1; at >= 0; at--) if (windows[at].pid == pid) remove_window(at);
  for (int id = 1; id < node_count; id++) if (nodes[id].pid == pid) nodes[id].gone = true;
  if (front_pid == pid) { front_pid = window_count ? windows[0].pid : 0; focused_node = 0; }
  pthread_mutex_unlock(&lock);
}
void mock_front(int pid) { front_pid = pid; }
int mock_live(void) {
  int held = 0;
  for (int id = 1; id < node_count; id++) for (attribute *one = nodes[id].attributes; one; one = one->next) {
    if (!one->held) continue;
    int type = ((value *)one->held)->type;
    held += type == FLAG ? 0 : type == URL ? 2 : 1;
  }
  return live - held;
}
int mock_bad_releases(void) { return bad_releases; }
int mock_presses(int id) { return nodes[id].presses; }
int mock_secrets_asked(void) { return asked_values_of_secrets; }
int mock_batches(void) { return batches; }
int mock_double_clicks(void) { return posted_double; }
int mock_messages_ms(void) { return messages_ms; }
int mock_focused(void) { return focused_node; }
/** Processes of the test that have ended take their windows with them. */
static void sweep(void) { for (int at = window_count - 1; at >= 0; at--) if (windows[at].pid > 100000000 ? 0 : kill(windows[at].pid, 0) != 0) mock_end(windows[at].pid); }

// -- The Accessibility API --

static bool trusted = true, may_picture = true;
static uint32_t may_listen = 2;
void mock_allow(int accessibility, int pictures) { trusted = accessibility; may_picture = pictures; }
bool AXIsProcessTrusted(void) { return trusted; }
bool CGPreflightScreenCaptureAccess(void) { return may_picture; }
uint32_t IOHIDCheckAccess(uint32_t request) { return request == 1 ? may_listen : 0; }

static int app_of(int pid) {
  for (int id = 1; id < node_count; id++) if (nodes[id].pid == pid && !nodes[id].gone && strcmp(nodes[id].role, "AXApplication") == 0) return id;
  return 0;
}
/** The element of the whole system is node 0. */
ref AXUIElementCreateSystemWide(void) { return element_of(0); }
ref AXUIElementCreateApplication(int32_t pid) { int id = app_of(pid); return element_of(id ? id : -pid); }
int32_t AXUIElementSetMessagingTimeout(ref element, float seconds) { if (((value *)element)->as.node == 0) messages_ms = (int)(seconds * 1000); return OK; }
int32_t AXUIElementGetPid(ref element, int32_t *pid) { int id = ((value *)element)->as.node; *pid = id > 0 ? nodes[id].pid : -id; return id == 0 ? INVALID : OK; }
int32_t _AXUIElementGetWindow(ref element, uint32_t *window) {
  int id = ((value *)element)->as.node;
  if (id <= 0 || nodes[id].gone || nodes[id].window == 0) return ILLEGAL;
  *window = nodes[id].window;
  return OK;
}
int32_t AXValueGetType(ref v) { return ((value *)v)->kind; }
bool AXValueGetValue(ref v, uint32_t type, void *into) {
  value *from = (value *)v;
  if (from->kind != (int)type) return false;
  memcpy(into, from->as.numbers, type == 3 ? 32 : type == 5 ? 4 : 16);
  return true;
}
ref AXValueCreate(uint32_t type, const void *from) {
  value *made = make(AXVALUE);
  made->kind = (int)type;
  memcpy(made->as.numbers, from, type == 3 ? 32 : type == 5 ? 4 : 16);
  return (ref)made;
}
static ref fault_value(int32_t code) { return AXValueCreate(5, &code); }

static int32_t state_of(int id) {
  if (!trusted) return NO_API;
  if (id < 0) return CANNOT;
  if (id == 0) return OK;
  node *one = &nodes[id];
  if (one->gone || one->mode == MODE_GONE) return INVALID;
  if (one->mode == MODE_NO_API) return NO_API;
  if (one->mode == MODE_FIRST_FAILS) { one->mode = MODE_NONE; return FAILURE; }
  if (one->mode == MODE_DIES_LATER) { one->mode = MODE_GONE; return OK; }
  return OK;
}
/** An application that hangs lets every question wait for the time-out. */
static int32_t wait_for(int id) {
  if (id > 0 && nodes[id].mode == MODE_SILENT) { usleep(messages_ms ? messages_ms * 1000 : 1000000); return CANNOT; }
  return OK;
}
static bool is_role(int id, const char *role) { return strcmp(nodes[id].role, role) == 0; }
static ref members_of(int id, const char *name, int64_t max) {
  node *one = &nodes[id];
  ref made[10000];
  int64_t count = 0;
  bool rows = strcmp(name, "AXVisibleRows") == 0, of_windows = strcmp(name, "AXWindows") == 0, sheets = strcmp(name, "AXSheets") == 0;
  if (rows && !one->visible) return 0;
  if (one->mode == MODE_ASLEEP || one->mode == MODE_ASLEEP_OLD) max = 0;
  int64_t limit = rows ? one->visible : one->child_count;
  for (int64_t at = 0; at < limit && at < one->child_count && count < max && count < 10000; at++) {
    int child = one->children[at];
    if (nodes[child].gone) continue;
    if (of_windows && !is_role(child, "AXWindow")) continue;
    if (sheets && !is_role(child, "AXSheet")) continue;
    made[count++] = element_of(child);
  }
  return array_of(made, count);
}
static value *text_at(int id) { attribute *one = find(id, "AXValue"); return one && one->held && ((value *)one->held)->type == STRING ? (value *)one->held : NULL; }
static ref get(int id, const char *name) {
  if (id == 0) {
    int app = app_of(front_pid);
    return strcmp(name, "AXFocusedApplication") == 0 && app && !nodes[app].gone ? element_of(app) : 0;
  }
  node *one = &nodes[id];
  if (one->mode == MODE_NULLS) return 0;
  if (strcmp(name, "AXRole") == 0) return text_of(one->role);
  if (strcmp(name, "AXPosition") == 0) return AXValueCreate(1, &one->place.origin);
  if (strcmp(name, "AXSize") == 0) return AXValueCreate(2, &one->place.size);
  if (strcmp(name, "AXParent") == 0) return one->parent > 0 ? element_of(one->parent) : 0;
  if (strcmp(name, "AXChildren") == 0 || strcmp(name, "AXWindows") == 0 || strcmp(name, "AXSheets") == 0) return members_of(id, name, 10000);
  if (strcmp(name, "AXFocused") == 0) return CFRetain((ref)(focused_node == id ? &true_value : &false_value));
  if (strcmp(name, "AXFocusedUIElement") == 0) return focused_node && nodes[focused_node].pid == one->pid ? element_of(focused_node) : 0;
  if (strcmp(name, "AXFocusedWindow") == 0) {
    for (int at = 0; at < window_count; at++) if (windows[at].pid == one->pid && windows[at].layer < 100 && !windows[at].hidden) return element_of(windows[at].node);
    return 0;
  }
  value *text = text_at(id);
  bool secret = find(id, "AXSubrole") && find(id, "AXSubrole")->held && ((value *)find(id, "AXSubrole")->held)->length == 17;
  if (secret && (strcmp(name, "AXValue") == 0 || strcmp(name, "AXSelectedText") == 0)) __atomic_add_fetch(&asked_values_of_secrets, 1, __ATOMIC_SEQ_CST);
  if (strcmp(name, "AXNumberOfCharacters") == 0) return text ? number_of((double)text->length) : 0;
  if (strcmp(name, "AXSelectedText") == 0) return text ? CFStringCreateWithCharacters(0, text->as.units + one->selection.location, one->selection.length) : 0;
  attribute *found = find(id, name);
  if (!found) return 0;
  if (found->node) return nodes[found->node].gone ? 0 : element_of(found->node);
  return found->held ? CFRetain(found->held) : 0;
}
static int32_t begin(ref element, int *id) {
  *id = ((value *)element)->as.node;
  int32_t waited = wait_for(*id);
  pthread_mutex_lock(&lock);
  int32_t code = waited != OK ? waited : state_of(*id);
  if (code != OK) pthread_mutex_unlock(&lock);
  return code;
}
int32_t AXUIElementCopyAttributeValue(ref element, ref name, ref *into) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  *into = get(id, plain);
  pthread_mutex_unlock(&lock);
  return *into ? OK : NO_VALUE;
}
int32_t AXUIElementCopyAttributeValues(ref element, ref name, int64_t from, int64_t max, ref *into) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = from == 0 ? begin(element, &id) : ILLEGAL;
  if (code != OK) return code;
  *into = id > 0 ? members_of(id, plain, max) : 0;
  pthread_mutex_unlock(&lock);
  return *into ? OK : NO_VALUE;
}
int32_t AXUIElementCopyMultipleAttributeValues(ref element, ref names, uint32_t options, ref *into) {
  int id;
  int32_t code = options == 0 ? begin(element, &id) : ILLEGAL;
  if (code != OK) return code;
  batches++;
  ref made[32];
  int64_t count = CFArrayGetCount(names);
  for (int64_t at = 0; at < count; at++) {
    char plain[128];
    ascii_of(CFArrayGetValueAtIndex(names, at), plain);
    ref given = get(id, plain);
    made[at] = given ? given : fault_value(NO_VALUE);
  }
  *into = array_of(made, count);
  pthread_mutex_unlock(&lock);
  return OK;
}
int32_t AXUIElementCopyParameterizedAttributeValue(ref element, ref name, ref parameter, ref *into) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  value *text = text_at(id);
  CFRange range = { 0, 0 };
  AXValueGetValue(parameter, 4, &range);
  bool fits = text && range.location >= 0 && range.location + range.length <= text->length;
  if (!fits) code = ILLEGAL;
  else if (strcmp(plain, "AXStringForRange") == 0) *into = CFStringCreateWithCharacters(0, text->as.units + range.location, range.length);
  else if (strcmp(plain, "AXBoundsForRange") == 0) {
    CGRect place = nodes[id].place;
    CGRect bounds = { { place.origin.x + range.location * 8, place.origin.y + 2 }, { range.length * 8, 14 } };
    *into = AXValueCreate(3, &bounds);
  } else code = NO_PARAMETER;
  pthread_mutex_unlock(&lock);
  return code;
}
int32_t AXUIElementCopyActionNames(ref element, ref *into) {
  int id;
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  ref made[6];
  for (int at = 0; at < nodes[id].action_count; at++) made[at] = text_of(nodes[id].actions[at].name);
  *into = array_of(made, nodes[id].action_count);
  pthread_mutex_unlock(&lock);
  return OK;
}
int32_t AXUIElementIsAttributeSettable(ref element, ref name, uint8_t *settable) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  attribute *one = find(id, plain);
  *settable = one && one->settable;
  pthread_mutex_unlock(&lock);
  return OK;
}
static void bring(int window_node) {
  for (int at = 0; at < window_count; at++) if (windows[at].node == window_node) { shown one = windows[at]; remove_window(at); memmove(windows + 1, windows, window_count++ * sizeof(shown)); windows[0] = one; break; }
}
int32_t AXUIElementSetAttributeValue(ref element, ref name, ref given) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  node *one = &nodes[id];
  bool on = ((value *)given)->type == FLAG && CFBooleanGetValue(given);
  if (strcmp(plain, "AXFocused") == 0 && on) { if (one->action_count || find(id, "AXValue")) focused_node = id; else code = NO_ATTRIBUTE; }
  else if (strcmp(plain, "AXFrontmost") == 0) front_pid = one->pid;
  else if (strcmp(plain, "AXMain") == 0) bring(id);
  else if (strcmp(plain, "AXMinimized") == 0) { for (int at = 0; at < window_count; at++) if (windows[at].node == id) windows[at].hidden = on; mock_flag(id, "AXMinimized", on); }
  else if (strcmp(plain, "AXManualAccessibility") == 0 || strcmp(plain, "AXEnhancedUserInterface") == 0) {
    int mode = plain[2] == 'M' ? MODE_ASLEEP : MODE_ASLEEP_OLD, woken = 0;
    for (int at = 1; at < node_count; at++) if (nodes[at].pid == one->pid && nodes[at].mode == mode) { nodes[at].mode = MODE_NONE; woken++; }
    code = woken ? OK : NO_ATTRIBUTE;
  } else if (strcmp(plain, "AXSelectedTextRange") == 0) AXValueGetValue(given, 4, &one->selection);
  else if (strcmp(plain, "AXSelectedRows") == 0) {
    for (int at = 0; at < one->child_count; at++) mock_flag(one->children[at], "AXSelected", 0);
    mock_flag(((value *)CFArrayGetValueAtIndex(given, 0))->as.node, "AXSelected", 1);
  } else {
    attribute *found = find(id, plain);
    if (!found || !found->settable) code = NO_ATTRIBUTE;
    else { CFRetain(given); if (found->held) CFRelease(found->held); found->held = given; one->selection = (CFRange){ 0, 0 }; }
  }
  pthread_mutex_unlock(&lock);
  return code;
}
// -- Observers: what is told waits until the run loop is run in the mode of its source. --

typedef void (*told_callback)(ref observer, ref element, ref name, ref reference);
static struct { ref observer; int pid; told_callback callback; ref reference; bool runs; char mode[64], names[32][40]; int name_count; } observers[32];
static int observer_count;
static struct { ref observer; int node; char name[40]; } pending[4096];
static int pending_count, told_off_loop;
int mock_observers(void) { return observer_count; }
static void forget_observer(ref observer) {
  for (int at = 0; at < observer_count; at++) if (observers[at].observer == observer) { if (observers[at].runs) told_off_loop++; observers[at] = observers[--observer_count]; }
  int kept = 0;
  for (int at = 0; at < pending_count; at++) if (pending[at].observer != observer) pending[kept++] = pending[at];
  pending_count = kept;
}
/** Observers that were released while the run loop still had their source. */
int mock_loose_sources(void) { return told_off_loop; }
void mock_tell(int id, const char *name) {
  pthread_mutex_lock(&lock);
  for (int at = 0; at < observer_count; at++) for (int one = 0; one < observers[at].name_count; one++) {
    if (observers[at].pid != nodes[id].pid || strcmp(observers[at].names[one], name) != 0 || pending_count == 4096) continue;
    pending[pending_count].observer = observers[at].observer;
    pending[pending_count].node = id;
    strncpy(pending[pending_count++].name, name, 39);
  }
  pthread_mutex_unlock(&lock);
}
int32_t AXObserverCreate(int32_t pid, told_callback callback, ref *into) {
  if (!trusted) return NO_API;
  if (!app_of(pid) || observer_count == 32) return ILLEGAL;
  *into = (ref)make(OBSERVER);
  memset(&observers[observer_count], 0, sizeof observers[0]);
  observers[observer_count].observer = *into;
  observers[observer_count].pid = pid;
  observers[observer_count++].callback = callback;
  return OK;
}
int32_t AXObserverAddNotification(ref observer, ref element, ref name, ref reference) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  code = ILLEGAL;
  for (int at = 0; at < observer_count; at++) if (observers[at].observer == observer && is_role(id, "AXApplication") && observers[at].name_count < 32) {
    strncpy(observers[at].names[observers[at].name_count++], plain, 39);
    observers[at].reference = reference;
    code = OK;
  }
  pthread_mutex_unlock(&lock);
  return code;
}
/** The source of an observer is the observer here. */
ref AXObserverGetRunLoopSource(ref observer) { return observer; }
ref CFRunLoopGetCurrent(void) { return gettid(); }
static void put_source(ref loop, ref source, ref mode, bool on) {
  for (int at = 0; at < observer_count; at++) if (observers[at].observer == source && loop == gettid()) { observers[at].runs = on; ascii_of(mode, observers[at].mode); }
}
void CFRunLoopAddSource(ref loop, ref source, ref mode) { put_source(loop, source, mode, true); }
void CFRunLoopRemoveSource(ref loop, ref source, ref mode) { put_source(loop, source, mode, false); }
enum { RUN_FINISHED = 1, RUN_TIMED_OUT = 3, RUN_HANDLED = 4 };
int32_t CFRunLoopRunInMode(ref mode, double seconds, uint8_t after_one) {
  char plain[128];
  int sources = 0;
  ascii_of(mode, plain);
  if (seconds != 0 || !after_one) return RUN_TIMED_OUT;
  for (int at = 0; at < observer_count; at++) {
    if (!observers[at].runs || strcmp(observers[at].mode, plain) != 0) continue;
    sources++;
    for (int one = 0; one < pending_count; one++) {
      if (pending[one].observer != observers[at].observer) continue;
      ref element = element_of(pending[one].node), name = text_of(pending[one].name);
      memmove(pending + one, pending + one + 1, (--pending_count - one) * sizeof pending[0]);
      observers[at].callback(observers[at].observer, element, name, observers[at].reference);
      CFRelease(element);
      CFRelease(name);
      return RUN_HANDLED;
    }
  }
  return sources ? RUN_TIMED_OUT : RUN_FINISHED;
}

enum { EFFECT_COUNT, EFFECT_TOGGLE, EFFECT_CLOSE, EFFECT_MODAL, EFFECT_MORE, EFFECT_ZOOM };
int32_t AXUIElementPerformAction(ref element, ref name) {
  int id;
  char plain[128];
  ascii_of(name, plain);
  int32_t code = begin(element, &id);
  if (code != OK) return code;
  node *one = &nodes[id];
  code = NO_ACTION;
  int effect = -1;
  if (strcmp(plain, "AXRaise") == 0) { bring(id); code = OK; }
  for (int at = 0; at < one->action_count; at++) if (strcmp(one->actions[at].name, plain) == 0) { effect = one->actions[at].effect; code = OK; one->presses++; }
  attribute *held = find(id, "AXValue");
  if (effect == EFFECT_TOGGLE && held) { double before = ((value *)held->held)->as.numbers[0]; mock_number(id, "AXValue", before >= 1 ? 0 : 1); }
  if (effect == EFFECT_MORE && held) { double before = ((value *)held->held)->as.numbers[0]; mock_number(id, "AXValue", before + 1); }
  if (effect == EFFECT_ZOOM) for (int at = 0; at < window_count; at++) if (windows[at].id == one->window) {
    node *window = &nodes[windows[at].node];
    if (!window->zoomed) window->small = window->place;
    window->place = window->zoomed ? window->small : (CGRect){ { 0, 25 }, { 1440, 805 } };
    window->zoomed = !window->zoomed;
  }
  if (effect == EFFECT_CLOSE) for (int at = 0; at < window_count; at++) if (windows[at].id == one->window) { nodes[windows[at].node].gone = true; remove_window(at); break; }
  pthread_mutex_unlock(&lock);
  // A program that shows a modal window answers when that is closed; the system gives up after the time-out.
  if (effect == EFFECT_MODAL) { usleep(messages_ms * 1000); return CANNOT; }
  return code;
}
static bool holds(CGRect r, double x, double y) { return x >= r.origin.x && y >= r.origin.y && x < r.origin.x + r.size.width && y < r.origin.y + r.size.height; }
static int deepest(int id, double x, double y) {
  for (int at = nodes[id].child_count - 1; at >= 0; at--) {
    int child = nodes[id].children[at];
    if (nodes[child].gone || !holds(nodes[child].place, x, y)) continue;
    int found = deepest(child, x, y);
    return found ? found : child;
  }
  return 0;
}
int32_t AXUIElementCopyElementAtPosition(ref application, float x, float y, ref *into) {
  int id;
  int32_t code = begin(application, &id);
  if (code != OK) return code;
  int found = deepest(id, x, y);
  *into = found ? element_of(found) : 0;
  pthread_mutex_unlock(&lock);
  return found ? OK : NO_VALUE;
}

// -- The window server --

static ref pair_dictionary(ref *pairs, int64_t count) {
  ref made = array_of(pairs, count);
  ((value *)made)->type = DICTIONARY;
  return made;
}
ref CGWindowListCopyWindowInfo(uint32_t option, uint32_t relative) {
  (void)relative;
  pthread_mutex_lock(&lock);
  sweep();
  ref made[64];
  int64_t count = 0;
  for (int at = 0; at < window_count; at++) {
    shown *one = &windows[at];
    if ((option & 1) && one->hidden) continue;
    CGRect place = nodes[one->node].place;
    ref edges[] = { text_of("X"), number_of(place.origin.x), text_of("Y"), number_of(place.origin.y), text_of("Width"), number_of(place.size.width), text_of("Height"), number_of(place.size.height) };
    ref pairs[] = { text_of("kCGWindowNumber"), number_of(one->id), text_of("kCGWindowOwnerPID"), number_of(one->pid), text_of("kCGWindowLayer"), number_of(one->layer),
      text_of("kCGWindowAlpha"), number_of(one->alpha), text_of("kCGWindowOwnerName"), text_of(one->owner), text_of("kCGWindowBounds"), pair_dictionary(edges, 8) };
    made[count++] = pair_dictionary(pairs, 12);
  }
  ref all = array_of(made, count);
  pthread_mutex_unlock(&lock);
  return all;
}
ref CGWindowListCreate(uint32_t option, uint32_t relative) {
  (void)option; (void)relative;
  ref ids[64];
  int64_t count = 0;
  for (int at = 0; at < window_count; at++) if (!windows[at].hidden) ids[count++] = windows[at].id;
  return CFArrayCreate(0, ids, count, NULL);
}
/** A window is one colour, which changes with its texts. */
static uint32_t colour_of(int id) {
  uint32_t mixed = nodes[id].window * 2654435761u;
  value *text = text_at(id);
  if (text) for (int64_t at = 0; at < text->length; at++) mixed = mixed * 31 + text->as.units[at];
  for (int at = 0; at < nodes[id].child_count; at++) mixed ^= colour_of(nodes[id].children[at]);
  return mixed;
}
ref CGWindowListCreateImageFromArray(CGRect area, ref ids, uint32_t option) {
  if (!may_picture || option != 16) return 0;
  pthread_mutex_lock(&lock);
  value *made = make(IMAGE);
  int width = (int)area.size.width, height = (int)area.size.height;
  made->as.bytes = malloc((size_t)width * height * 4);
  for (int y = 0; y < height; y++) for (int x = 0; x < width; x++) {
    uint32_t colour = 0x808080;
    for (int at = window_count - 1; at >= 0; at--) {
      bool wanted = false;
      for (int64_t one = 0; one < CFArrayGetCount(ids); one++) wanted |= CFArrayGetValueAtIndex(ids, one) == windows[at].id;
      if (wanted && holds(nodes[windows[at].node].place, area.origin.x + x, area.origin.y + y)) colour = colour_of(windows[at].node);
    }
    memcpy(made->as.bytes + ((size_t)y * width + x) * 4, &colour, 4);
  }
  pthread_mutex_unlock(&lock);
  return (ref)made;
}
ref CGColorSpaceCreateDeviceRGB(void) { return (ref)make(OTHER); }
ref CGBitmapContextCreate(uint8_t *data, size_t width, size_t height, size_t bits, size_t row, ref colours, uint32_t info) {
  if (bits != 8 || row != width * 4 || info != 1 || !colours || !height) return 0;
  value *made = make(CONTEXT);
  made->as.whole[0] = (intptr_t)data;
  return (ref)made;
}
void CGContextDrawImage(ref context, CGRect area, ref image) {
  uint8_t *into = (uint8_t *)(intptr_t)((value *)context)->as.whole[0];
  size_t count = (size_t)area.size.width * (size_t)area.size.height;
  memcpy(into, ((value *)image)->as.bytes, count * 4);
  for (size_t at = 0; at < count; at++) into[at * 4 + 3] = 255;
}
/** Two screens: a primary one with a scale of 2, and one to its left. */
int32_t CGGetActiveDisplayList(uint32_t max, uint32_t *displays, uint32_t *count) { if (max < 2) return 1001; displays[0] = 11; displays[1] = 12; *count = 2; return 0; }
uint32_t CGMainDisplayID(void) { return 11; }
CGRect CGDisplayBounds(uint32_t display) { return display == 11 ? (CGRect){ { 0, 0 }, { 1440, 900 } } : (CGRect){ { -1280, -100 }, { 1280, 1024 } }; }
ref CGDisplayCopyDisplayMode(uint32_t display) { value *made = make(OTHER); made->as.whole[0] = display; return (ref)made; }
size_t CGDisplayModeGetWidth(ref mode) { return ((value *)mode)->as.whole[0] == 11 ? 1440 : 1280; }
size_t CGDisplayModeGetPixelWidth(ref mode) { return ((value *)mode)->as.whole[0] == 11 ? 2880 : 1280; }

void mock_move(double x, double y) { pointer = (CGPoint){ x, y }; }
ref CGEventCreate(ref source) { (void)source; return (ref)make(EVENT); }
CGPoint CGEventGetLocation(ref event) { (void)event; return pointer; }
ref CGEventCreateMouseEvent(ref source, uint32_t type, CGPoint at, uint32_t button) {
  (void)source; (void)button;
  value *made = make(EVENT);
  made->kind = (int)type;
  made->as.numbers[0] = at.x;
  made->as.numbers[1] = at.y;
  return (ref)made;
}
void CGEventSetIntegerValueField(ref event, uint32_t field, int64_t number) { if (field == 1) ((value *)event)->length = number; }
void CGEventPost(uint32_t tap, ref event) {
  value *one = (value *)event;
  if (tap != 0 || one->kind != 2) return;
  posted_clicks++;
  if (one->length == 2) posted_double++;
  pthread_mutex_lock(&lock);
  for (int at = 0; at < window_count; at++) {
    if (windows[at].through || !holds(nodes[windows[at].node].place, one->as.numbers[0], one->as.numbers[1])) continue;
    front_pid = windows[at].pid;
    int found = deepest(windows[at].node, one->as.numbers[0], one->as.numbers[1]);
    if (found) focused_node = found;
    break;
  }
  pthread_mutex_unlock(&lock);
}
int proc_pidpath(int pid, uint8_t *path, uint32_t size) {
  for (int at = 0; at < window_count; at++) if (windows[at].pid == pid) {
    memset(path, 0, size);
    strcpy((char *)path, "/Applications/");
    strcat((char *)path, windows[at].owner);
    return (int)strlen((char *)path);
  }
  return 0;
}
ref objc_getClass(const char *name) { return strcmp(name, "NSWindow") == 0 ? 1 : 0; }
ref sel_registerName(const char *name) { return (ref)name[0]; }
int64_t objc_msgSend(ref type, ref selector, CGPoint at, int64_t below) {
  if (type != 1 || selector != 'w' || below != 0) return -1;
  for (int one = 0; one < window_count; one++) if (!windows[one].through && !windows[one].hidden && holds(nodes[windows[one].node].place, at.x, 900 - at.y)) return windows[one].id;
  return 0;
}

// -- The pasteboard --

typedef struct { int64_t item; ref flavour, data; } entry;
static entry board[32];
static int board_count;
int32_t PasteboardCreate(ref name, ref *into) { (void)name; *into = (ref)make(BOARD); return 0; }
uint32_t PasteboardSynchronize(ref one) { (void)one; return 0; }
int32_t PasteboardClear(ref one) {
  (void)one;
  for (int at = 0; at < board_count; at++) { CFRelease(board[at].flavour); CFRelease(board[at].data); }
  board_count = 0;
  return 0;
}
int32_t PasteboardGetItemCount(ref one, uint64_t *count) {
  (void)one;
  *count = 0;
  for (int at = 0; at < board_count; at++) if ((uint64_t)board[at].item > *count) *count = (uint64_t)board[at].item;
  return 0;
}
int32_t PasteboardGetItemIdentifier(ref one, int64_t at, int64_t *item) { (void)one; *item = at; return 0; }
int32_t PasteboardCopyItemFlavors(ref one, int64_t item, ref *into) {
  (void)one;
  ref made[32];
  int64_t count = 0;
  for (int at = 0; at < board_count; at++) if (board[at].item == item) made[count++] = CFRetain(board[at].flavour);
  *into = array_of(made, count);
  return 0;
}
int32_t PasteboardCopyItemFlavorData(ref one, int64_t item, ref flavour, ref *into) {
  (void)one;
  for (int at = 0; at < board_count; at++) if (board[at].item == item && CFEqual(board[at].flavour, flavour)) { *into = CFRetain(board[at].data); return 0; }
  return -25133;
}
int32_t PasteboardPutItemFlavor(ref one, int64_t item, ref flavour, ref data, uint32_t flags) {
  (void)one; (void)flags;
  board[board_count++] = (entry){ item, CFRetain(flavour), CFRetain(data) };
  return 0;
}

// -- Files.h: an FSRef holds a path here, and the trash is a folder that the test names. --

static char trash_folder[1024];
void mock_trash(const char *folder) { strncpy(trash_folder, folder, sizeof trash_folder - 1); }

enum { REF_SIZE = 80, NO_SUCH_FILE = -43, DO_NOT_FOLLOW = 1 };
static char *ref_paths[100];
static int ref_count;

int32_t FSPathMakeRefWithOptions(const uint8_t *path, uint32_t options, uint8_t *made, uint8_t *is_folder) {
  struct stat found;
  if (lstat((const char *)path, &found) != 0) return NO_SUCH_FILE;
  char *kept = options & DO_NOT_FOLLOW ? strdup((const char *)path) : realpath((const char *)path, NULL);
  memset(made, 0, REF_SIZE);
  ref_paths[ref_count] = kept;
  memcpy(made, &ref_count, sizeof ref_count);
  ref_count++;
  return 0;
}
int32_t FSMoveObjectToTrashSync(const uint8_t *made, uint8_t *there, uint32_t options) {
  int index;
  char to[2048];
  memcpy(&index, made, sizeof index);
  snprintf(to, sizeof to, "%s%s", trash_folder, strrchr(ref_paths[index], '/'));
  return rename(ref_paths[index], to) == 0 ? 0 : NO_SUCH_FILE;
}
