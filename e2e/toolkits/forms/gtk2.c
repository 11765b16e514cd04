/* A form in GTK 2 whose log says what really happened. usage: gtk2 LOG */
#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>

static FILE *out;

static void quoted(const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '\n') fputs("\\n", out);
    else if (*text == '"' || *text == '\\') fprintf(out, "\\%c", *text);
    else fputc(*text, out);
  }
  fputc('"', out);
}

static void tell(const char *kind, const char *control, const char *text) {
  fprintf(out, "[\"%s\", ", kind);
  quoted(control);
  fputs(", ", out);
  quoted(text);
  fputs("]\n", out);
  fflush(out);
}

static void is(const char *control, gboolean on) {
  fprintf(out, "[\"value\", \"%s\", %s]\n", control, on ? "true" : "false");
  fflush(out);
}

static void number(const char *control, double value) {
  fprintf(out, "[\"value\", \"%s\", %g]\n", control, value);
  fflush(out);
}

static void chosen(GtkMenuItem *item, gpointer data) { (void)item; tell("event", "menu", data); }
static void wrapped(GtkCheckMenuItem *item) { is("Wrap lines", gtk_check_menu_item_get_active(item)); }
static void edited(GtkEntry *entry, gpointer name) { tell("value", name, gtk_entry_get_text(entry)); }
static void entered(GtkEntry *entry, gpointer name) { (void)entry; tell("event", name, "activated"); }
static void counted(GtkSpinButton *spin) { number("Count", gtk_spin_button_get_value(spin)); }
static void slid(GtkRange *range) { number("Volume", gtk_range_get_value(range)); }
static void toggled(GtkToggleButton *button, gpointer name) { is(name, gtk_toggle_button_get_active(button)); }
static void settled(GtkToggleButton *button) {
  gtk_toggle_button_set_inconsistent(button, FALSE);
  is("Partly", gtk_toggle_button_get_active(button));
}
static void pressed(GtkButton *button, gpointer name) { (void)button; tell("event", "pressed", name); }

static void noted(GtkTextBuffer *buffer) {
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  char *text = gtk_text_buffer_get_text(buffer, &start, &end, TRUE);
  tell("value", "Notes", text);
  g_free(text);
}

static void city_changed(GtkComboBox *box) {
  char *text = gtk_combo_box_get_active_text(box);
  tell("value", "City", text);
  g_free(text);
}

static void tab_changed(GtkNotebook *book, gpointer page, guint at) {
  (void)page;
  tell("value", "tab", gtk_notebook_get_tab_label_text(book, gtk_notebook_get_nth_page(book, at)));
}

static void row_selected(GtkTreeSelection *selection) {
  GtkTreeModel *model;
  GtkTreeIter at;
  if (!gtk_tree_selection_get_selected(selection, &model, &at)) return;
  char *text;
  gtk_tree_model_get(model, &at, 0, &text, -1);
  tell("value", "Rows", text);
  g_free(text);
}

static void row_activated(GtkTreeView *view, GtkTreePath *path) {
  GtkTreeIter at;
  char *text;
  GtkTreeModel *model = gtk_tree_view_get_model(view);
  gtk_tree_model_get_iter(model, &at, path);
  gtk_tree_model_get(model, &at, 0, &text, -1);
  tell("event", "activated", text);
  g_free(text);
}

static GtkWidget *row(GtkWidget *table, int at, const char *label, GtkWidget *field) {
  GtkWidget *name = gtk_label_new(label);
  gtk_label_set_mnemonic_widget(GTK_LABEL(name), field);
  gtk_table_attach(GTK_TABLE(table), name, 0, 1, at, at + 1, GTK_FILL, GTK_FILL, 4, 2);
  gtk_table_attach(GTK_TABLE(table), field, 1, 2, at, at + 1, GTK_FILL | GTK_EXPAND, GTK_FILL, 4, 2);
  return field;
}

static GtkWidget *entry(GtkWidget *table, int at, const char *name, const char *text) {
  GtkWidget *one = row(table, at, name, gtk_entry_new());
  gtk_entry_set_text(GTK_ENTRY(one), text);
  g_signal_connect(one, "changed", G_CALLBACK(edited), (gpointer)name);
  return one;
}

int main(int argc, char **argv) {
  gtk_init(&argc, &argv);
  out = fopen(argv[1], "a");
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_title(GTK_WINDOW(window), "Form");
  gtk_window_set_default_size(GTK_WINDOW(window), 1000, 660);
  GtkWidget *outer = gtk_vbox_new(FALSE, 0);

  const char *menus[2] = {"_File", "_Edit"};
  const char *items[2][3] = {{"New", "Open", "Save As…"}, {"Cut out", "Wrap lines", NULL}};
  GtkWidget *bar = gtk_menu_bar_new();
  for (int menu = 0; menu < 2; menu++) {
    GtkWidget *top = gtk_menu_item_new_with_mnemonic(menus[menu]);
    GtkWidget *inside = gtk_menu_new();
    for (int item = 0; item < 3 && items[menu][item]; item++) {
      const char *name = items[menu][item];
      GtkWidget *one;
      if (strcmp(name, "Wrap lines") == 0) {
        one = gtk_check_menu_item_new_with_label(name);
        g_signal_connect(one, "toggled", G_CALLBACK(wrapped), NULL);
      } else {
        one = gtk_menu_item_new_with_label(name);
        g_signal_connect(one, "activate", G_CALLBACK(chosen), (gpointer)name);
      }
      gtk_menu_shell_append(GTK_MENU_SHELL(inside), one);
    }
    if (menu == 0) {
      GtkWidget *recent = gtk_menu_item_new_with_label("Recent");
      GtkWidget *deeper = gtk_menu_new();
      GtkWidget *one = gtk_menu_item_new_with_label("Letter");
      g_signal_connect(one, "activate", G_CALLBACK(chosen), (gpointer) "Letter");
      gtk_menu_shell_append(GTK_MENU_SHELL(deeper), one);
      gtk_menu_item_set_submenu(GTK_MENU_ITEM(recent), deeper);
      gtk_menu_shell_append(GTK_MENU_SHELL(inside), recent);
    }
    gtk_menu_item_set_submenu(GTK_MENU_ITEM(top), inside);
    gtk_menu_shell_append(GTK_MENU_SHELL(bar), top);
  }
  gtk_box_pack_start(GTK_BOX(outer), bar, FALSE, FALSE, 0);

  GtkWidget *book = gtk_notebook_new();
  GtkWidget *table = gtk_table_new(9, 2, FALSE);
  g_signal_connect(entry(table, 0, "Plain", ""), "activate", G_CALLBACK(entered), "Plain");
  entry(table, 1, "Caret", "one two three");
  GtkWidget *notes = gtk_text_view_new();
  gtk_widget_set_size_request(notes, -1, 80);
  atk_object_set_name(gtk_widget_get_accessible(notes), "Notes");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(notes));
  gtk_text_buffer_set_text(buffer, "first line\nsecond line", -1);
  g_signal_connect(buffer, "changed", G_CALLBACK(noted), NULL);
  row(table, 2, "Notes", notes);
  GtkWidget *count = row(table, 3, "Count", gtk_spin_button_new_with_range(0, 100, 1));
  g_signal_connect(count, "value-changed", G_CALLBACK(counted), NULL);
  GtkWidget *volume = row(table, 4, "Volume", gtk_hscale_new_with_range(0, 100, 1));
  g_signal_connect(volume, "value-changed", G_CALLBACK(slid), NULL);
  GtkWidget *city = row(table, 5, "City", gtk_combo_box_new_text());
  for (int n = 1; n <= 60; n++) {
    char name[16];
    snprintf(name, sizeof name, "City %02d", n);
    gtk_combo_box_append_text(GTK_COMBO_BOX(city), name);
  }
  gtk_combo_box_set_active(GTK_COMBO_BOX(city), 0);
  g_signal_connect(city, "changed", G_CALLBACK(city_changed), NULL);
  entry(table, 6, "Day", "2026-01-31");

  GtkWidget *checks = gtk_hbox_new(FALSE, 8);
  GtkWidget *member = gtk_check_button_new_with_label("Member");
  g_signal_connect(member, "toggled", G_CALLBACK(toggled), "Member");
  GtkWidget *partly = gtk_check_button_new_with_label("Partly");
  gtk_toggle_button_set_inconsistent(GTK_TOGGLE_BUTTON(partly), TRUE);
  g_signal_connect(partly, "toggled", G_CALLBACK(settled), NULL);
  GtkWidget *small = gtk_radio_button_new_with_label(NULL, "Small");
  GtkWidget *large = gtk_radio_button_new_with_label_from_widget(GTK_RADIO_BUTTON(small), "Large");
  g_signal_connect(large, "toggled", G_CALLBACK(toggled), "Large");
  GtkWidget *all[] = {member, partly, small, large};
  for (int n = 0; n < 4; n++) gtk_box_pack_start(GTK_BOX(checks), all[n], FALSE, FALSE, 0);
  gtk_table_attach(GTK_TABLE(table), checks, 0, 2, 7, 8, GTK_FILL, GTK_FILL, 4, 2);

  GtkWidget *buttons = gtk_hbox_new(FALSE, 8);
  const char *labels[] = {"Log", "Log in", "Cut…"};
  for (int n = 0; n < 3; n++) {
    GtkWidget *one = gtk_button_new_with_label(labels[n]);
    g_signal_connect(one, "clicked", G_CALLBACK(pressed), (gpointer)labels[n]);
    gtk_box_pack_start(GTK_BOX(buttons), one, FALSE, FALSE, 0);
  }
  gtk_table_attach(GTK_TABLE(table), buttons, 0, 2, 8, 9, GTK_FILL, GTK_FILL, 4, 2);
  gtk_notebook_append_page(GTK_NOTEBOOK(book), table, gtk_label_new("First"));

  GtkListStore *model = gtk_list_store_new(1, G_TYPE_STRING);
  for (int n = 1; n <= 1000; n++) {
    char name[16];
    snprintf(name, sizeof name, "Row %04d", n);
    gtk_list_store_insert_with_values(model, NULL, -1, 0, name, -1);
  }
  GtkWidget *rows = gtk_tree_view_new_with_model(GTK_TREE_MODEL(model));
  gtk_tree_view_append_column(
      GTK_TREE_VIEW(rows),
      gtk_tree_view_column_new_with_attributes("Row", gtk_cell_renderer_text_new(), "text", 0, NULL));
  g_signal_connect(rows, "row-activated", G_CALLBACK(row_activated), NULL);
  g_signal_connect(gtk_tree_view_get_selection(GTK_TREE_VIEW(rows)), "changed", G_CALLBACK(row_selected), NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL);
  gtk_container_add(GTK_CONTAINER(scrolled), rows);
  gtk_notebook_append_page(GTK_NOTEBOOK(book), scrolled, gtk_label_new("Second"));
  g_signal_connect(book, "switch-page", G_CALLBACK(tab_changed), NULL);

  gtk_box_pack_start(GTK_BOX(outer), book, TRUE, TRUE, 0);
  gtk_container_add(GTK_CONTAINER(window), outer);
  g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
  gtk_widget_show_all(window);
  tell("event", "form", "shown");
  gtk_main();
  return 0;
}
