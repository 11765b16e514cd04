/* Plays the server of UI Automation for the tests: windows with trees of every kind that has hurt somebody. Positions of methods and
   identifiers come from mingw's uiautomationclient.h, so a call to a wrong one is answered with “not implemented”. */
#define COBJMACROS
#define INITGUID
#include <windows.h>
#include <oleauto.h>
#include <uiautomationclient.h>

#define EXPORT __declspec(dllexport)
#define NOT_AVAILABLE ((HRESULT)0x80040201)
#define NOT_ENABLED ((HRESULT)0x80040200)

static LONG live = 0;
EXPORT LONG mock_live(void) { return live; }

enum Scenario { STANDARD, BIG, LONG_LIST, NULLS, GONE, FIRST_FAILS, ALWAYS_FAILS, SLOW, SLOW_LIST, CRASH, EMPTY, DOUBLES, HUNG, HANGING, VIRTUAL_LIST };

typedef struct Node {
    enum Scenario scenario;
    CONTROLTYPEID type;
    WCHAR name[40], value[200];
    const WCHAR *id;
    RECT rect;
    BOOL disabled, offscreen, password, focused, readOnly, selected, nameless;
    int toggle, expand, legacy, modalMs;
    double number;
    unsigned patterns;
    HWND window;
    int runtime;
    int selectionStart, selectionEnd;
    struct Node *parent, *next, *first, *last;
    int children;
} Node;

enum { INVOKE = 1, VALUE = 2, TOGGLE = 4, ITEM = 8, EXPAND = 16, RANGE = 32, SCROLL = 64, TEXT = 128, LEGACY = 256, VIRTUAL = 512 };
/* A stand-in for an entry has no other pattern before it is realised. */
#define HAS(node, bit) (((node)->patterns & (bit)) && ((bit) == VIRTUAL || !((node)->patterns & VIRTUAL)))

static int runtimes = 0;
static Node *add(Node *parent, CONTROLTYPEID type, const WCHAR *name, unsigned patterns) {
    Node *node = calloc(1, sizeof *node);
    node->type = type;
    lstrcpynW(node->name, name, 40);
    node->patterns = patterns;
    node->id = L"";
    node->runtime = ++runtimes;
    node->parent = parent;
    if (parent) {
        node->scenario = parent->scenario;
        SetRect(&node->rect, 10, 10 + parent->children * 20, 110, 28 + parent->children * 20);
        if (parent->last) parent->last->next = node; else parent->first = node;
        parent->last = node;
        parent->children++;
    } else SetRect(&node->rect, 0, 0, 800, 600);
    return node;
}

#define MAX_WINDOWS 64
static Node *roots[MAX_WINDOWS];
static int windows = 0, asked[16], wholeAsked = 0;
static LONG invoked = 0, scrolled = 0, realized = 0;
EXPORT LONG mock_realized(void) { return realized; }
EXPORT LONG mock_invoked(void) { return invoked; }
EXPORT LONG mock_scrolled(void) { return scrolled; }
EXPORT LONG mock_whole_asked(void) { return wholeAsked; }
static volatile LONG hangs = 0;
/* While it is on, windows of the scenario HANGING give no answer. */
EXPORT void mock_hang(int on) { hangs = on; }
static BOOL gone = FALSE;
/* From now on every element is gone. */
EXPORT void mock_close(int on) { gone = on; }

static void standard(Node *root) {
    Node *node, *list;
    node = add(root, UIA_TitleBarControlTypeId, L"Title", 0);
    add(node, UIA_ButtonControlTypeId, L"Close", INVOKE);
    node = add(root, UIA_EditControlTypeId, L"Name \x00e9", VALUE | LEGACY);
    lstrcpyW(node->value, L"na\x00efve");
    node->id = L"name";
    SetRect(&node->rect, -500, -20, -300, 0);
    add(root, UIA_ButtonControlTypeId, L"\x4fdd\x5b58", INVOKE | LEGACY)->id = L"save";
    add(root, UIA_CheckBoxControlTypeId, L"\x4f60\x597d", TOGGLE);
    list = add(root, UIA_ListControlTypeId, L"List", 0);
    add(list, UIA_ListItemControlTypeId, L"one", ITEM | SCROLL)->selected = TRUE;
    add(list, UIA_ListItemControlTypeId, L"two", ITEM | SCROLL);
    add(root, UIA_ComboBoxControlTypeId, L"Combo", EXPAND);
    node = add(root, UIA_SliderControlTypeId, L"Slider", RANGE);
    node->number = 30;
    node = add(root, UIA_EditControlTypeId, L"Secret", VALUE | TEXT);
    node->password = TRUE;
    lstrcpyW(node->value, L"hunter2");
    node = add(root, UIA_ButtonControlTypeId, L"Far away", INVOKE);
    node->offscreen = TRUE;
    add(root, UIA_PaneControlTypeId, L"Old", LEGACY)->legacy = 1;
    node = add(root, UIA_DocumentControlTypeId, L"Text", TEXT);
    lstrcpyW(node->value, L"first \x4f60\x597d\r\nsecond");
    node = add(root, UIA_ButtonControlTypeId, L"Ask", INVOKE);
    node->modalMs = 2500;
    node = add(root, UIA_ButtonControlTypeId, L"Disabled", INVOKE);
    node->disabled = TRUE;
    node = add(root, UIA_EditControlTypeId, L"Fixed", VALUE);
    node->readOnly = TRUE;
}

EXPORT void *mock_window(int scenario) {
    Node *root;
    static BOOL isRegistered = FALSE;
    WNDCLASSW class = {0};
    HWND window;
    class.lpfnWndProc = DefWindowProcW;
    class.lpszClassName = L"MockAutomation";
    class.hInstance = GetModuleHandleW(NULL);
    if (!isRegistered) RegisterClassW(&class);
    isRegistered = TRUE;
    window = CreateWindowExW(0, class.lpszClassName, L"Mock", WS_OVERLAPPEDWINDOW, 0, 0, 800, 600, NULL, NULL, class.hInstance, NULL);
    root = add(NULL, UIA_WindowControlTypeId, L"Mock", 0);
    root->scenario = scenario;
    root->window = window;
    roots[windows++ % MAX_WINDOWS] = root;
    switch (scenario) {
    case STANDARD: standard(root); break;
    case BIG: for (int i = 0; i < 10; i++) {
            Node *group = add(root, UIA_GroupControlTypeId, L"group", 0);
            for (int k = 0; k < 10; k++) {
                Node *list = add(group, UIA_ListControlTypeId, L"list \x4e2d", 0);
                for (int m = 0; m < 10; m++) add(list, UIA_ListItemControlTypeId, L"item \x6587", ITEM | SCROLL | INVOKE)->id = L"item";
            }
        }
        break;
    case LONG_LIST: case SLOW_LIST: {
        Node *list;
        add(root, UIA_ButtonControlTypeId, L"first", INVOKE);
        list = add(root, UIA_ListControlTypeId, L"list", 0);
        for (int i = 0; i < 10000; i++) add(list, UIA_ListItemControlTypeId, L"row", ITEM);
        add(add(root, UIA_GroupControlTypeId, L"after", 0), UIA_ButtonControlTypeId, L"last", INVOKE);
        break;
    }
    case NULLS: for (int i = 0; i < 4; i++) add(root, UIA_EditControlTypeId, L"", VALUE | RANGE)->nameless = TRUE; break;
    case VIRTUAL_LIST: {
        Node *list = add(root, UIA_ListControlTypeId, L"list", 0);
        add(list, UIA_ListItemControlTypeId, L"near", INVOKE | SCROLL);
        add(list, UIA_ListItemControlTypeId, L"far", INVOKE | SCROLL | VIRTUAL);
        break;
    }
    case EMPTY: break;
    case DOUBLES: for (int i = 0; i < 3; i++) add(root, UIA_ButtonControlTypeId, L"same", INVOKE)->runtime = 7; break;
    default: for (int i = 0; i < 5; i++) {
            Node *group = add(root, UIA_GroupControlTypeId, L"group", 0);
            add(group, UIA_ButtonControlTypeId, L"button", INVOKE);
        }
    }
    return window;
}

/* Every object begins alike. */
typedef struct Object { const void *methods; LONG references; Node *node; int start, end; Node **items; int count; BOOL whole; } Object;
static HRESULT STDMETHODCALLTYPE notImplemented(void) { return E_NOTIMPL; }
static Object *make(const void *methods, Node *node) {
    Object *object = calloc(1, sizeof *object);
    object->methods = methods;
    object->references = 1;
    object->node = node;
    InterlockedIncrement(&live);
    return object;
}
static HRESULT STDMETHODCALLTYPE query(void *self, REFIID id, void **given) {
    if (IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IUIAutomation2)) {
        InterlockedIncrement(&((Object *)self)->references);
        *given = self;
        return S_OK;
    }
    *given = NULL;
    return E_NOINTERFACE;
}
static ULONG STDMETHODCALLTYPE keep(void *self) { return InterlockedIncrement(&((Object *)self)->references); }
static ULONG STDMETHODCALLTYPE drop(void *self) {
    LONG left = InterlockedDecrement(&((Object *)self)->references);
    if (left == 0) {
        InterlockedDecrement(&live);
        free(((Object *)self)->items);
        memset(self, 0xdd, sizeof(Object));
        free(self);
    }
    return left;
}

static IUIAutomation2Vtbl automation;
static IUIAutomationElementVtbl element;
static IUIAutomationElementArrayVtbl array;
static IUIAutomationCacheRequestVtbl request;
static IUIAutomationConditionVtbl condition;
static IUIAutomationTreeWalkerVtbl walker;
static IUIAutomationInvokePatternVtbl invokeP;
static IUIAutomationValuePatternVtbl valueP;
static IUIAutomationTogglePatternVtbl toggleP;
static IUIAutomationSelectionItemPatternVtbl itemP;
static IUIAutomationExpandCollapsePatternVtbl expandP;
static IUIAutomationRangeValuePatternVtbl rangeP;
static IUIAutomationScrollItemPatternVtbl scrollP;
static IUIAutomationVirtualizedItemPatternVtbl virtualP;
static IUIAutomationLegacyIAccessiblePatternVtbl legacyP;
static IUIAutomationTextPatternVtbl textP;
static IUIAutomationTextRangeVtbl textRange;
static IUIAutomationTextRangeArrayVtbl textRanges;
static IClassFactoryVtbl factory;

#define NODE(self) (((Object *)(self))->node)

/* Properties that the requests ask for; no other may be read from a cache. */
static BOOL cached[200];
static BOOL isCached(PROPERTYID id) { return id >= 30000 && id < 30200 && cached[id - 30000]; }

static HRESULT STDMETHODCALLTYPE requestAdd(IUIAutomationCacheRequest *self, PROPERTYID id) {
    if (id < 30000 || id >= 30200) return E_INVALIDARG;
    cached[id - 30000] = TRUE;
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE requestScope(IUIAutomationCacheRequest *self, enum TreeScope scope) {
    ((Object *)self)->whole = scope == TreeScope_Subtree;
    return scope == TreeScope_Subtree || scope == TreeScope_Element ? S_OK : E_INVALIDARG;
}
static HRESULT STDMETHODCALLTYPE requestFilter(IUIAutomationCacheRequest *self, IUIAutomationCondition *filter) {
    return filter && ((Object *)filter)->methods == &condition ? S_OK : E_INVALIDARG;
}

static HRESULT giveElement(Node *node, IUIAutomationCacheRequest *how, IUIAutomationElement **given) {
    Object *made;
    *given = NULL;
    if (!how || ((Object *)how)->methods != &request) return E_INVALIDARG;
    if (!node) return S_OK;
    if (gone) return NOT_AVAILABLE;
    if (node->scenario == HUNG) Sleep(3000);
    while (node->scenario == HANGING && hangs) Sleep(20);
    made = make(&element, node);
    made->whole = ((Object *)how)->whole;
    *given = (IUIAutomationElement *)made;
    return S_OK;
}

static Node *rootOfWindow(UIA_HWND window) {
    for (int i = 0; i < MAX_WINDOWS; i++) if (roots[i] && roots[i]->window == window) return roots[i];
    return NULL;
}
static HRESULT STDMETHODCALLTYPE fromWindow(IUIAutomation2 *self, UIA_HWND window, IUIAutomationCacheRequest *how, IUIAutomationElement **given) {
    Node *root = rootOfWindow(window);
    if (!root) return NOT_AVAILABLE;
    if (((Object *)how)->whole) {
        wholeAsked++;
        if (root->scenario == SLOW || root->scenario == SLOW_LIST) Sleep(3500);
        if (root->scenario == FIRST_FAILS && asked[FIRST_FAILS]++ == 0) return E_FAIL;
        if (root->scenario == ALWAYS_FAILS) return E_FAIL;
        if (root->scenario == CRASH) *(volatile int *)NULL = 1;
    }
    return giveElement(root, how, given);
}
static Node *focusedIn(Node *node) {
    if (node->focused) return node;
    for (Node *child = node->first; child; child = child->next) {
        Node *found = focusedIn(child);
        if (found) return found;
    }
    return NULL;
}
static HRESULT STDMETHODCALLTYPE fromFocus(IUIAutomation2 *self, IUIAutomationCacheRequest *how, IUIAutomationElement **given) {
    for (int i = 0; i < MAX_WINDOWS; i++) {
        Node *found = roots[i] ? focusedIn(roots[i]) : NULL;
        if (found) return giveElement(found, how, given);
    }
    return giveElement(NULL, how, given);
}
static Node *nodeAt(Node *node, POINT point) {
    for (Node *child = node->first; child; child = child->next) {
        Node *found = nodeAt(child, point);
        if (found) return found;
    }
    return PtInRect(&node->rect, point) ? node : NULL;
}
static HRESULT STDMETHODCALLTYPE fromPoint(IUIAutomation2 *self, POINT point, IUIAutomationCacheRequest *how, IUIAutomationElement **given) {
    return giveElement(windows ? nodeAt(roots[(windows - 1) % MAX_WINDOWS], point) : NULL, how, given);
}
static HRESULT STDMETHODCALLTYPE makeRequest(IUIAutomation2 *self, IUIAutomationCacheRequest **given) { *given = (void *)make(&request, NULL); return S_OK; }
static HRESULT STDMETHODCALLTYPE makeView(IUIAutomation2 *self, IUIAutomationCondition **given) { *given = (void *)make(&condition, NULL); return S_OK; }
static HRESULT STDMETHODCALLTYPE makeWalker(IUIAutomation2 *self, IUIAutomationTreeWalker **given) { *given = (void *)make(&walker, NULL); return S_OK; }
static DWORD connectionMs = 0, transactionMs = 0;
static BOOL stealsFocus = TRUE;
static HRESULT STDMETHODCALLTYPE putConnection(IUIAutomation2 *self, DWORD ms) { connectionMs = ms; return S_OK; }
static HRESULT STDMETHODCALLTYPE putTransaction(IUIAutomation2 *self, DWORD ms) { transactionMs = ms; return S_OK; }
static HRESULT STDMETHODCALLTYPE putFocus(IUIAutomation2 *self, BOOL on) { stealsFocus = on; return S_OK; }
EXPORT LONG mock_connection_ms(void) { return connectionMs; }
EXPORT LONG mock_transaction_ms(void) { return transactionMs; }
EXPORT LONG mock_steals_focus(void) { return stealsFocus; }

static HRESULT STDMETHODCALLTYPE walkParent(IUIAutomationTreeWalker *self, IUIAutomationElement *from, IUIAutomationCacheRequest *how, IUIAutomationElement **given) { return giveElement(NODE(from)->parent, how, given); }
static HRESULT STDMETHODCALLTYPE walkFirst(IUIAutomationTreeWalker *self, IUIAutomationElement *from, IUIAutomationCacheRequest *how, IUIAutomationElement **given) { return giveElement(NODE(from)->first, how, given); }
static HRESULT STDMETHODCALLTYPE walkNext(IUIAutomationTreeWalker *self, IUIAutomationElement *from, IUIAutomationCacheRequest *how, IUIAutomationElement **given) { return giveElement(NODE(from)->next, how, given); }

static HRESULT STDMETHODCALLTYPE children(IUIAutomationElement *self, IUIAutomationElementArray **given) {
    Object *made;
    int count = 0;
    *given = NULL;
    if (!((Object *)self)->whole) return E_FAIL;
    if (!NODE(self)->children) return S_OK;
    made = make(&array, NODE(self));
    made->items = calloc(NODE(self)->children, sizeof(Node *));
    for (Node *child = NODE(self)->first; child; child = child->next) made->items[count++] = child;
    made->count = count;
    *given = (void *)made;
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE arrayLength(IUIAutomationElementArray *self, int *length) { *length = ((Object *)self)->count; return S_OK; }
static HRESULT STDMETHODCALLTYPE arrayElement(IUIAutomationElementArray *self, int at, IUIAutomationElement **given) {
    Object *made;
    *given = NULL;
    if (at < 0 || at >= ((Object *)self)->count) return E_INVALIDARG;
    if (NODE(self)->scenario == GONE && !NODE(self)->parent && at == 2) return NOT_AVAILABLE;
    if (NODE(self)->scenario == NULLS && at == 3) return S_OK;
    made = make(&element, ((Object *)self)->items[at]);
    made->whole = TRUE;
    *given = (void *)made;
    return S_OK;
}

static HRESULT text(PROPERTYID id, const WCHAR *from, BSTR *given) {
    *given = NULL;
    if (!isCached(id)) return E_INVALIDARG;
    if (from) *given = SysAllocString(from);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE getName(IUIAutomationElement *self, BSTR *given) { return text(UIA_NamePropertyId, NODE(self)->nameless ? NULL : NODE(self)->name, given); }
static HRESULT STDMETHODCALLTYPE getId(IUIAutomationElement *self, BSTR *given) { return text(UIA_AutomationIdPropertyId, NODE(self)->nameless ? NULL : NODE(self)->id, given); }
static HRESULT STDMETHODCALLTYPE getClass(IUIAutomationElement *self, BSTR *given) { return text(UIA_ClassNamePropertyId, NODE(self)->nameless ? NULL : L"MockClass", given); }
static HRESULT STDMETHODCALLTYPE getHelp(IUIAutomationElement *self, BSTR *given) { return text(UIA_HelpTextPropertyId, NODE(self)->nameless ? NULL : L"", given); }
static HRESULT STDMETHODCALLTYPE getFramework(IUIAutomationElement *self, BSTR *given) { return text(UIA_FrameworkIdPropertyId, NODE(self)->nameless ? NULL : L"WPF", given); }
static HRESULT flag(PROPERTYID id, BOOL value, BOOL *given) { *given = value; return isCached(id) ? S_OK : E_INVALIDARG; }
static HRESULT STDMETHODCALLTYPE getFocus(IUIAutomationElement *self, BOOL *given) { return flag(UIA_HasKeyboardFocusPropertyId, NODE(self)->focused, given); }
static HRESULT STDMETHODCALLTYPE getEnabled(IUIAutomationElement *self, BOOL *given) { return flag(UIA_IsEnabledPropertyId, !NODE(self)->disabled, given); }
static HRESULT STDMETHODCALLTYPE getPassword(IUIAutomationElement *self, BOOL *given) { return flag(UIA_IsPasswordPropertyId, NODE(self)->password, given); }
static HRESULT STDMETHODCALLTYPE getOffscreen(IUIAutomationElement *self, BOOL *given) { return flag(UIA_IsOffscreenPropertyId, NODE(self)->offscreen, given); }
static HRESULT STDMETHODCALLTYPE getRequired(IUIAutomationElement *self, BOOL *given) { return flag(UIA_IsRequiredForFormPropertyId, FALSE, given); }
static HRESULT STDMETHODCALLTYPE getType(IUIAutomationElement *self, CONTROLTYPEID *given) { *given = NODE(self)->type; return isCached(UIA_ControlTypePropertyId) ? S_OK : E_INVALIDARG; }
static HRESULT STDMETHODCALLTYPE getWindow(IUIAutomationElement *self, UIA_HWND *given) { *given = NODE(self)->window; return isCached(UIA_NativeWindowHandlePropertyId) ? S_OK : E_INVALIDARG; }
static HRESULT STDMETHODCALLTYPE getBounds(IUIAutomationElement *self, RECT *given) { *given = NODE(self)->rect; return isCached(UIA_BoundingRectanglePropertyId) ? S_OK : E_INVALIDARG; }

static void setBool(VARIANT *value, BOOL on) { V_VT(value) = VT_BOOL; V_BOOL(value) = on ? VARIANT_TRUE : VARIANT_FALSE; }
static void setInt(VARIANT *value, int number) { V_VT(value) = VT_I4; V_I4(value) = number; }
static void setDouble(VARIANT *value, double number) { V_VT(value) = VT_R8; V_R8(value) = number; }
static HRESULT STDMETHODCALLTYPE getProperty(IUIAutomationElement *self, PROPERTYID id, VARIANT *value) {
    Node *node = NODE(self);
    VariantInit(value);
    if (!isCached(id)) return E_INVALIDARG;
    if (node->scenario == NULLS) {
        /* What a provider does not support is the reserved object. */
        if (id == UIA_ValueValuePropertyId || id == UIA_RuntimeIdPropertyId) { V_VT(value) = VT_UNKNOWN; V_UNKNOWN(value) = (IUnknown *)make(&condition, NULL); return S_OK; }
        if (id != UIA_IsValuePatternAvailablePropertyId) return S_OK;
    }
    switch (id) {
    case UIA_RuntimeIdPropertyId: {
        LONG at = 0, parts[2] = { 42, node->runtime };
        V_VT(value) = VT_ARRAY | VT_I4;
        V_ARRAY(value) = SafeArrayCreateVector(VT_I4, 0, 2);
        for (at = 0; at < 2; at++) SafeArrayPutElement(V_ARRAY(value), &at, &parts[at]);
        return S_OK;
    }
    case UIA_IsInvokePatternAvailablePropertyId: setBool(value, HAS(node, INVOKE)); return S_OK;
    case UIA_IsValuePatternAvailablePropertyId: setBool(value, HAS(node, VALUE)); return S_OK;
    case UIA_IsTogglePatternAvailablePropertyId: setBool(value, HAS(node, TOGGLE)); return S_OK;
    case UIA_IsSelectionItemPatternAvailablePropertyId: setBool(value, HAS(node, ITEM)); return S_OK;
    case UIA_IsExpandCollapsePatternAvailablePropertyId: setBool(value, HAS(node, EXPAND)); return S_OK;
    case UIA_IsRangeValuePatternAvailablePropertyId: setBool(value, HAS(node, RANGE)); return S_OK;
    case UIA_IsVirtualizedItemPatternAvailablePropertyId: setBool(value, HAS(node, VIRTUAL)); return S_OK;
    case UIA_IsScrollItemPatternAvailablePropertyId: setBool(value, HAS(node, SCROLL)); return S_OK;
    case UIA_IsTextPatternAvailablePropertyId: setBool(value, HAS(node, TEXT)); return S_OK;
    case UIA_IsLegacyIAccessiblePatternAvailablePropertyId: setBool(value, HAS(node, LEGACY)); return S_OK;
    case UIA_ValueValuePropertyId: V_VT(value) = VT_BSTR; V_BSTR(value) = SysAllocString(node->value); return S_OK;
    case UIA_ValueIsReadOnlyPropertyId: setBool(value, node->readOnly); return S_OK;
    case UIA_RangeValueValuePropertyId: setDouble(value, node->number); return S_OK;
    case UIA_RangeValueMinimumPropertyId: setDouble(value, 0); return S_OK;
    case UIA_RangeValueMaximumPropertyId: setDouble(value, 100); return S_OK;
    case UIA_ExpandCollapseExpandCollapseStatePropertyId: setInt(value, node->expand); return S_OK;
    case UIA_SelectionItemIsSelectedPropertyId: setBool(value, node->selected); return S_OK;
    case UIA_ToggleToggleStatePropertyId: setInt(value, node->toggle); return S_OK;
    case UIA_LegacyIAccessibleDefaultActionPropertyId: V_VT(value) = VT_BSTR; V_BSTR(value) = node->legacy ? SysAllocString(L"Press") : NULL; return S_OK;
    default: setBool(value, FALSE); return S_OK;
    }
}

static HRESULT STDMETHODCALLTYPE again(IUIAutomationElement *self, IUIAutomationCacheRequest *how, IUIAutomationElement **given) { return giveElement(NODE(self), how, given); }
static HRESULT STDMETHODCALLTYPE takeFocus(IUIAutomationElement *self) {
    for (int i = 0; i < MAX_WINDOWS; i++) {
        Node *before = roots[i] ? focusedIn(roots[i]) : NULL;
        if (before) before->focused = FALSE;
    }
    NODE(self)->focused = TRUE;
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE pattern(IUIAutomationElement *self, PATTERNID id, REFIID iid, void **given) {
    static const struct { PATTERNID id; const IID *iid; const void *methods; unsigned bit; } all[] = {
        { UIA_InvokePatternId, &IID_IUIAutomationInvokePattern, &invokeP, INVOKE },
        { UIA_ValuePatternId, &IID_IUIAutomationValuePattern, &valueP, VALUE },
        { UIA_TogglePatternId, &IID_IUIAutomationTogglePattern, &toggleP, TOGGLE },
        { UIA_SelectionItemPatternId, &IID_IUIAutomationSelectionItemPattern, &itemP, ITEM },
        { UIA_ExpandCollapsePatternId, &IID_IUIAutomationExpandCollapsePattern, &expandP, EXPAND },
        { UIA_RangeValuePatternId, &IID_IUIAutomationRangeValuePattern, &rangeP, RANGE },
        { UIA_ScrollItemPatternId, &IID_IUIAutomationScrollItemPattern, &scrollP, SCROLL },
        { UIA_VirtualizedItemPatternId, &IID_IUIAutomationVirtualizedItemPattern, &virtualP, VIRTUAL },
        { UIA_LegacyIAccessiblePatternId, &IID_IUIAutomationLegacyIAccessiblePattern, &legacyP, LEGACY },
        { UIA_TextPatternId, &IID_IUIAutomationTextPattern, &textP, TEXT },
    };
    *given = NULL;
    if (gone) return NOT_AVAILABLE;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].id != id) continue;
        if (!IsEqualIID(iid, all[i].iid)) return E_NOINTERFACE;
        if (HAS(NODE(self), all[i].bit)) *given = make(all[i].methods, NODE(self));
        return S_OK;
    }
    return E_INVALIDARG;
}

static HRESULT STDMETHODCALLTYPE doInvoke(IUIAutomationInvokePattern *self) {
    if (NODE(self)->disabled) return NOT_ENABLED;
    InterlockedIncrement(&invoked);
    if (NODE(self)->modalMs) Sleep(NODE(self)->modalMs);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE setValue(IUIAutomationValuePattern *self, BSTR value) {
    if (NODE(self)->readOnly) return E_ACCESSDENIED;
    lstrcpynW(NODE(self)->value, value, 200);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE currentValue(IUIAutomationValuePattern *self, BSTR *given) { *given = SysAllocString(NODE(self)->value); return S_OK; }
static HRESULT STDMETHODCALLTYPE doToggle(IUIAutomationTogglePattern *self) { NODE(self)->toggle = (NODE(self)->toggle + 1) % 3; return S_OK; }
static HRESULT STDMETHODCALLTYPE doSelect(IUIAutomationSelectionItemPattern *self) {
    for (Node *item = NODE(self)->parent->first; item; item = item->next) item->selected = item == NODE(self);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE doExpand(IUIAutomationExpandCollapsePattern *self) { NODE(self)->expand = 1; return S_OK; }
static HRESULT STDMETHODCALLTYPE doCollapse(IUIAutomationExpandCollapsePattern *self) { NODE(self)->expand = 0; return S_OK; }
static HRESULT STDMETHODCALLTYPE setNumber(IUIAutomationRangeValuePattern *self, double number) { NODE(self)->number = number; return S_OK; }
static HRESULT STDMETHODCALLTYPE doScroll(IUIAutomationScrollItemPattern *self) { InterlockedIncrement(&scrolled); return S_OK; }
static HRESULT STDMETHODCALLTYPE doRealize(IUIAutomationVirtualizedItemPattern *self) { NODE(self)->patterns &= ~VIRTUAL; InterlockedIncrement(&realized); return S_OK; }
static HRESULT STDMETHODCALLTYPE doDefault(IUIAutomationLegacyIAccessiblePattern *self) { InterlockedIncrement(&invoked); return S_OK; }

static Object *makeRange(Node *node, int start, int end) {
    Object *made = make(&textRange, node);
    made->start = start;
    made->end = end;
    return made;
}
static HRESULT STDMETHODCALLTYPE wholeRange(IUIAutomationTextPattern *self, IUIAutomationTextRange **given) { *given = (void *)makeRange(NODE(self), 0, lstrlenW(NODE(self)->value)); return S_OK; }
static HRESULT STDMETHODCALLTYPE selection(IUIAutomationTextPattern *self, IUIAutomationTextRangeArray **given) { Object *made = make(&textRanges, NODE(self)); made->count = 1; *given = (void *)made; return S_OK; }
static HRESULT STDMETHODCALLTYPE rangesLength(IUIAutomationTextRangeArray *self, int *length) { *length = ((Object *)self)->count; return S_OK; }
static HRESULT STDMETHODCALLTYPE rangesElement(IUIAutomationTextRangeArray *self, int at, IUIAutomationTextRange **given) { *given = (void *)makeRange(NODE(self), NODE(self)->selectionStart, NODE(self)->selectionEnd); return S_OK; }
static HRESULT STDMETHODCALLTYPE cloneRange(IUIAutomationTextRange *self, IUIAutomationTextRange **given) { Object *range = (Object *)self; *given = (void *)makeRange(range->node, range->start, range->end); return S_OK; }
static HRESULT STDMETHODCALLTYPE rangeText(IUIAutomationTextRange *self, int max, BSTR *given) { Object *range = (Object *)self; *given = SysAllocStringLen(range->node->value + range->start, range->end - range->start); return S_OK; }
/* The two characters at the end of a line are one. */
static int moveBy(const WCHAR *in, int from, int by, int *moved) {
    for (*moved = 0; *moved < by && in[from]; (*moved)++) from += in[from] == L'\r' && in[from + 1] == L'\n' ? 2 : 1;
    return from;
}
static HRESULT STDMETHODCALLTYPE moveEndpoint(IUIAutomationTextRange *self, enum TextPatternRangeEndpoint which, enum TextUnit unit, int by, int *moved) {
    Object *range = (Object *)self;
    if (unit != TextUnit_Character) return E_INVALIDARG;
    if (which == TextPatternRangeEndpoint_End) range->end = moveBy(range->node->value, range->end, by, moved);
    else range->start = moveBy(range->node->value, range->start, by, moved);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE moveToRange(IUIAutomationTextRange *self, enum TextPatternRangeEndpoint which, IUIAutomationTextRange *other, enum TextPatternRangeEndpoint there) {
    int at = there == TextPatternRangeEndpoint_Start ? ((Object *)other)->start : ((Object *)other)->end;
    if (which == TextPatternRangeEndpoint_End) ((Object *)self)->end = at; else ((Object *)self)->start = at;
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE selectRange(IUIAutomationTextRange *self) { NODE(self)->selectionStart = ((Object *)self)->start; NODE(self)->selectionEnd = ((Object *)self)->end; return S_OK; }
static HRESULT STDMETHODCALLTYPE rangeBounds(IUIAutomationTextRange *self, SAFEARRAY **given) {
    double place[4] = { -7.4, 20.2, 33.6, 14 };
    *given = SafeArrayCreateVector(VT_R8, 0, 4);
    for (LONG at = 0; at < 4; at++) SafeArrayPutElement(*given, &at, &place[at]);
    return S_OK;
}

static HRESULT STDMETHODCALLTYPE create(IClassFactory *self, IUnknown *outer, REFIID id, void **given) {
    *given = NULL;
    if (outer) return CLASS_E_NOAGGREGATION;
    if (!IsEqualIID(id, &IID_IUIAutomation2)) return E_NOINTERFACE;
    *given = make(&automation, NULL);
    return S_OK;
}
static HRESULT STDMETHODCALLTYPE queryFactory(IClassFactory *self, REFIID id, void **given) {
    *given = self;
    return IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IClassFactory) ? S_OK : E_NOINTERFACE;
}
static ULONG STDMETHODCALLTYPE one(IClassFactory *self) { return 1; }
static HRESULT STDMETHODCALLTYPE lock(IClassFactory *self, BOOL on) { return S_OK; }

#define METHODS(table) do { \
    void **all = (void **)&table; \
    for (size_t i = 0; i < sizeof table / sizeof(void *); i++) all[i] = (void *)notImplemented; \
    *(void **)&table.QueryInterface = (void *)query; \
    *(void **)&table.AddRef = (void *)keep; \
    *(void **)&table.Release = (void *)drop; \
} while (0)

/* Who has asked for events: an interface of the handler, and the element (NULL for those of the whole desktop). */
enum Told { FOCUS, OPENED, STRUCTURE, PROPERTY };
static const IID *const handlerOf[] = { &IID_IUIAutomationFocusChangedEventHandler, &IID_IUIAutomationEventHandler,
    &IID_IUIAutomationStructureChangedEventHandler, &IID_IUIAutomationPropertyChangedEventHandler };
#define MAX_LISTENERS 32
static struct { enum Told told; Node *node; IUnknown *handler; } listeners[MAX_LISTENERS];
static int listening = 0;
static PROPERTYID toldIds[16];
static int toldCount = 0;
EXPORT LONG mock_listeners(void) { return listening; }

static HRESULT addListener(enum Told told, void *of, enum TreeScope scope, IUnknown *handler) {
    IUnknown *made;
    if (!handler || listening == MAX_LISTENERS) return E_INVALIDARG;
    if (told != FOCUS && (!of || ((Object *)of)->methods != &element || scope != TreeScope_Subtree)) return E_INVALIDARG;
    if (gone) return NOT_AVAILABLE;
    /* One that has another interface is not taken. */
    if (handler->lpVtbl->QueryInterface(handler, &IID_IUIAutomationElement, (void **)&made) != E_NOINTERFACE || made) return E_UNEXPECTED;
    if (handler->lpVtbl->QueryInterface(handler, handlerOf[told], (void **)&made) != S_OK) return E_NOINTERFACE;
    listeners[listening].told = told;
    listeners[listening].node = told == FOCUS ? NULL : NODE(of);
    listeners[listening++].handler = made;
    return S_OK;
}
static HRESULT dropListener(enum Told told, void *of, IUnknown *handler) {
    for (int i = 0; i < listening; i++) {
        if (listeners[i].told != told || listeners[i].handler != handler || listeners[i].node != NODE(of)) continue;
        handler->lpVtbl->Release(handler);
        listeners[i] = listeners[--listening];
        return S_OK;
    }
    return E_INVALIDARG;
}
static HRESULT STDMETHODCALLTYPE addFocus(IUIAutomation2 *self, IUIAutomationCacheRequest *how, IUIAutomationFocusChangedEventHandler *handler) { return addListener(FOCUS, NULL, 0, (void *)handler); }
static HRESULT STDMETHODCALLTYPE addEvent(IUIAutomation2 *self, EVENTID id, IUIAutomationElement *of, enum TreeScope scope, IUIAutomationCacheRequest *how, IUIAutomationEventHandler *handler) { return id == UIA_Window_WindowOpenedEventId ? addListener(OPENED, of, scope, (void *)handler) : E_INVALIDARG; }
static HRESULT STDMETHODCALLTYPE addStructure(IUIAutomation2 *self, IUIAutomationElement *of, enum TreeScope scope, IUIAutomationCacheRequest *how, IUIAutomationStructureChangedEventHandler *handler) { return addListener(STRUCTURE, of, scope, (void *)handler); }
static HRESULT STDMETHODCALLTYPE addProperty(IUIAutomation2 *self, IUIAutomationElement *of, enum TreeScope scope, IUIAutomationCacheRequest *how, IUIAutomationPropertyChangedEventHandler *handler, PROPERTYID *ids, int count) {
    if (count < 1 || count > 16) return E_INVALIDARG;
    memcpy(toldIds, ids, count * sizeof *ids);
    toldCount = count;
    return addListener(PROPERTY, of, scope, (void *)handler);
}
static HRESULT STDMETHODCALLTYPE removeStructure(IUIAutomation2 *self, IUIAutomationElement *of, IUIAutomationStructureChangedEventHandler *handler) { return dropListener(STRUCTURE, of, (void *)handler); }
static HRESULT STDMETHODCALLTYPE removeProperty(IUIAutomation2 *self, IUIAutomationElement *of, IUIAutomationPropertyChangedEventHandler *handler) { return dropListener(PROPERTY, of, (void *)handler); }
static HRESULT STDMETHODCALLTYPE removeAll(IUIAutomation2 *self) {
    while (listening) { IUnknown *handler = listeners[--listening].handler; handler->lpVtbl->Release(handler); }
    return S_OK;
}
static Node desktop;
static HRESULT STDMETHODCALLTYPE rootElement(IUIAutomation2 *self, IUIAutomationElement **given) { *given = (void *)make(&element, &desktop); return S_OK; }

typedef struct { enum Told told; Node *node; int times; } Emission;
/* The system calls handlers from threads of its own. */
static DWORD WINAPI emit(void *given) {
    Emission *emission = given;
    for (int time = 0; time < emission->times; time++) for (int i = 0; i < listening; i++) {
        IUnknown *handler = listeners[i].handler;
        IUIAutomationElement *sender;
        VARIANT value;
        SAFEARRAY *id;
        if (listeners[i].told != emission->told || (listeners[i].node && listeners[i].node != &desktop && listeners[i].node != emission->node)) continue;
        sender = (void *)make(&element, emission->node);
        switch (emission->told) {
        case FOCUS: ((IUIAutomationFocusChangedEventHandler *)handler)->lpVtbl->HandleFocusChangedEvent((void *)handler, sender); break;
        case OPENED: ((IUIAutomationEventHandler *)handler)->lpVtbl->HandleAutomationEvent((void *)handler, sender, UIA_Window_WindowOpenedEventId); break;
        case STRUCTURE:
            id = SafeArrayCreateVector(VT_I4, 0, 2);
            ((IUIAutomationStructureChangedEventHandler *)handler)->lpVtbl->HandleStructureChangedEvent((void *)handler, sender, StructureChangeType_ChildAdded, id);
            SafeArrayDestroy(id);
            break;
        case PROPERTY:
            V_VT(&value) = VT_BSTR;
            V_BSTR(&value) = SysAllocString(L"\x4f60");
            ((IUIAutomationPropertyChangedEventHandler *)handler)->lpVtbl->HandlePropertyChangedEvent((void *)handler, sender, toldIds[time % toldCount], value);
            VariantClear(&value);
        }
        sender->lpVtbl->Release(sender);
    }
    free(emission);
    return 0;
}
EXPORT void mock_emit(int told, HWND window, int times) {
    Emission *emission = malloc(sizeof *emission);
    emission->told = told;
    emission->node = rootOfWindow(window);
    emission->times = times;
    CloseHandle(CreateThread(NULL, 0, emit, emission, 0, NULL));
}

/* Stands in for the class of UI Automation in this process from now on. */
EXPORT LONG mock_register(void) {
    static struct { const void *methods; } theFactory = { &factory };
    DWORD cookie;
    METHODS(automation); METHODS(element); METHODS(array); METHODS(request); METHODS(condition); METHODS(walker);
    METHODS(invokeP); METHODS(valueP); METHODS(toggleP); METHODS(itemP); METHODS(expandP); METHODS(rangeP);
    METHODS(scrollP); METHODS(virtualP); METHODS(legacyP); METHODS(textP); METHODS(textRange); METHODS(textRanges);
    factory.QueryInterface = queryFactory; factory.AddRef = one; factory.Release = one; factory.CreateInstance = create; factory.LockServer = lock;
    automation.ElementFromHandleBuildCache = fromWindow;
    automation.ElementFromPointBuildCache = fromPoint;
    automation.GetFocusedElementBuildCache = fromFocus;
    automation.CreateCacheRequest = makeRequest;
    automation.get_ControlViewCondition = makeView;
    automation.get_ControlViewWalker = makeWalker;
    automation.put_ConnectionTimeout = putConnection;
    automation.put_TransactionTimeout = putTransaction;
    automation.put_AutoSetFocus = putFocus;
    automation.GetRootElement = rootElement;
    automation.AddFocusChangedEventHandler = addFocus;
    automation.AddAutomationEventHandler = addEvent;
    automation.AddStructureChangedEventHandler = addStructure;
    automation.AddPropertyChangedEventHandlerNativeArray = addProperty;
    automation.RemoveStructureChangedEventHandler = removeStructure;
    automation.RemovePropertyChangedEventHandler = removeProperty;
    automation.RemoveAllEventHandlers = removeAll;
    request.AddProperty = requestAdd;
    request.put_TreeScope = requestScope;
    request.put_TreeFilter = requestFilter;
    walker.GetParentElementBuildCache = walkParent;
    walker.GetFirstChildElementBuildCache = walkFirst;
    walker.GetNextSiblingElementBuildCache = walkNext;
    element.GetCachedChildren = children;
    element.GetCachedPropertyValue = getProperty;
    element.GetCurrentPatternAs = pattern;
    element.BuildUpdatedCache = again;
    element.SetFocus = takeFocus;
    element.get_CachedName = getName;
    element.get_CachedAutomationId = getId;
    element.get_CachedClassName = getClass;
    element.get_CachedHelpText = getHelp;
    element.get_CachedFrameworkId = getFramework;
    element.get_CachedHasKeyboardFocus = getFocus;
    element.get_CachedIsEnabled = getEnabled;
    element.get_CachedIsPassword = getPassword;
    element.get_CachedIsOffscreen = getOffscreen;
    element.get_CachedIsRequiredForForm = getRequired;
    element.get_CachedControlType = getType;
    element.get_CachedNativeWindowHandle = getWindow;
    element.get_CachedBoundingRectangle = getBounds;
    array.get_Length = arrayLength;
    array.GetElement = arrayElement;
    invokeP.Invoke = doInvoke;
    valueP.SetValue = setValue;
    valueP.get_CurrentValue = currentValue;
    toggleP.Toggle = doToggle;
    itemP.Select = doSelect;
    expandP.Expand = doExpand;
    expandP.Collapse = doCollapse;
    rangeP.SetValue = setNumber;
    scrollP.ScrollIntoView = doScroll;
    virtualP.Realize = doRealize;
    legacyP.DoDefaultAction = doDefault;
    textP.get_DocumentRange = wholeRange;
    textP.GetSelection = selection;
    textRange.Clone = cloneRange;
    textRange.GetText = rangeText;
    textRange.MoveEndpointByUnit = moveEndpoint;
    textRange.MoveEndpointByRange = moveToRange;
    textRange.Select = selectRange;
    textRange.GetBoundingRectangles = rangeBounds;
    textRanges.get_Length = rangesLength;
    textRanges.GetElement = rangesElement;
    return CoRegisterClassObject(&CLSID_CUIAutomation8, (IUnknown *)&theFactory, CLSCTX_INPROC_SERVER, REGCLS_MULTIPLEUSE, &cookie);
}
