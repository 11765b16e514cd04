/* Lets the shell of the system write a shortcut, so that what Deskhand reads was written by another program:
   make-shortcut.exe TARGET ARGUMENTS FILE. */
#include <windows.h>
#include <initguid.h>
#include <shlobj.h>

int wmain(int count, wchar_t **words) {
    IShellLinkW *link;
    IPersistFile *file;
    HRESULT code;
    if (count != 4 || FAILED(CoInitialize(NULL))) return 2;
    code = CoCreateInstance(&CLSID_ShellLink, NULL, CLSCTX_INPROC_SERVER, &IID_IShellLinkW, (void **)&link);
    if (FAILED(code)) return 1;
    link->lpVtbl->SetPath(link, words[1]);
    link->lpVtbl->SetArguments(link, words[2]);
    code = link->lpVtbl->QueryInterface(link, &IID_IPersistFile, (void **)&file);
    if (SUCCEEDED(code)) code = file->lpVtbl->Save(file, words[3], TRUE);
    return FAILED(code);
}
