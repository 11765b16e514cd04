// A form in Swing whose log says what really happened. usage: java Swing.java LOG
import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import javax.swing.*;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;
import javax.swing.text.JTextComponent;
import javax.swing.tree.DefaultMutableTreeNode;

public class Swing {
  static PrintWriter out;

  static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }

  static synchronized void tell(String kind, String control, Object value) {
    String said = value instanceof String ? quoted((String) value) : String.valueOf(value);
    out.println("[\"" + kind + "\", " + quoted(control) + ", " + said + "]");
    out.flush();
  }

  static void has(String control, Object value) {
    tell("value", control, value);
  }

  static void happened(String control, String value) {
    tell("event", control, value);
  }

  static <T extends JTextComponent> T watched(T field, String name) {
    field.getAccessibleContext().setAccessibleName(name);
    field.getDocument().addDocumentListener(new DocumentListener() {
      public void insertUpdate(DocumentEvent event) { has(name, field.getText()); }
      public void removeUpdate(DocumentEvent event) { has(name, field.getText()); }
      public void changedUpdate(DocumentEvent event) {}
    });
    return field;
  }

  static void row(JPanel form, String name, JComponent field) {
    JLabel label = new JLabel(name);
    label.setLabelFor(field);
    form.add(label);
    form.add(field);
  }

  static void toggles(JToggleButton button, JPanel in) {
    button.addItemListener(event -> has(button.getText(), button.isSelected()));
    in.add(button);
  }

  static void save(JFrame frame) {
    JFileChooser chooser = new JFileChooser();
    chooser.setSelectedFile(new File("untitled.txt"));
    if (chooser.showSaveDialog(frame) != JFileChooser.APPROVE_OPTION) return;
    try {
      Files.writeString(chooser.getSelectedFile().toPath(), "saved");
      happened("saved", chooser.getSelectedFile().getPath());
    } catch (Exception error) {
      happened("saved", error.toString());
    }
  }

  static void build() {
    JFrame frame = new JFrame("Form");
    JMenuBar bar = new JMenuBar();
    String[][] menus = {{"File", "New", "Open", "Save As…"}, {"Edit", "Cut out", "Wrap lines"}};
    for (String[] names : menus) {
      JMenu menu = new JMenu(names[0]);
      menu.setMnemonic(names[0].charAt(0));
      for (int n = 1; n < names.length; n++) {
        String name = names[n];
        JMenuItem item = name.equals("Wrap lines") ? new JCheckBoxMenuItem(name) : new JMenuItem(name);
        if (item instanceof JCheckBoxMenuItem) item.addItemListener(event -> has(name, item.isSelected()));
        else item.addActionListener(event -> {
          happened("menu", name);
          if (name.equals("Save As…")) save(frame);
        });
        menu.add(item);
      }
      if (names[0].equals("File")) {
        JMenu recent = new JMenu("Recent");
        JMenuItem letter = new JMenuItem("Letter");
        letter.addActionListener(event -> happened("menu", "Letter"));
        recent.add(letter);
        menu.add(recent);
      }
      bar.add(menu);
    }
    frame.setJMenuBar(bar);

    JPanel form = new JPanel(new GridLayout(0, 2, 8, 4));
    JTextField plain = watched(new JTextField(), "Plain");
    plain.addActionListener(event -> happened("Plain", "activated"));
    row(form, "Plain", plain);
    row(form, "Caret", watched(new JTextField("one two three"), "Caret"));
    row(form, "Notes", watched(new JTextArea("first line\nsecond line", 4, 40), "Notes"));
    JSpinner count = new JSpinner(new SpinnerNumberModel(0, 0, 100, 1));
    count.addChangeListener(event -> has("Count", count.getValue()));
    row(form, "Count", count);
    JSlider volume = new JSlider(0, 100, 0);
    volume.addChangeListener(event -> has("Volume", volume.getValue()));
    row(form, "Volume", volume);
    JComboBox<String> city = new JComboBox<>();
    for (int n = 1; n <= 60; n++) city.addItem(String.format("City %02d", n));
    city.getAccessibleContext().setAccessibleName("City");
    city.addActionListener(event -> has("City", city.getSelectedItem()));
    row(form, "City", city);
    row(form, "Day", watched(new JTextField("2026-01-31"), "Day"));
    JPanel checks = new JPanel(new FlowLayout(FlowLayout.LEFT));
    toggles(new JCheckBox("Member"), checks);
    JRadioButton small = new JRadioButton("Small", true);
    JRadioButton large = new JRadioButton("Large");
    ButtonGroup group = new ButtonGroup();
    group.add(small);
    group.add(large);
    checks.add(small);
    toggles(large, checks);
    toggles(new JCheckBox("Flight mode"), checks);
    form.add(checks);
    JPanel buttons = new JPanel(new FlowLayout(FlowLayout.LEFT));
    for (String name : new String[] {"Log", "Log in", "Cut…"}) {
      JButton button = new JButton(name);
      button.addActionListener(event -> happened("pressed", name));
      buttons.add(button);
    }
    JToggleButton flash = new JToggleButton("Flash");
    flash.addActionListener(event -> {
      happened("pressed", "Flash");
      Timer timer = new Timer(90, back -> flash.setSelected(false));
      timer.setRepeats(false);
      timer.start();
    });
    buttons.add(flash);
    form.add(buttons);

    JPanel lists = new JPanel(new GridLayout(1, 0));
    String[] names = new String[1000];
    for (int n = 0; n < 1000; n++) names[n] = String.format("Row %04d", n + 1);
    lists.add(new JScrollPane(list(names, "Rows")));
    DefaultMutableTreeNode top = new DefaultMutableTreeNode("Goods");
    for (String name : new String[] {"Fruit", "Tools"}) top.add(new DefaultMutableTreeNode(name));
    JTree tree = new JTree(top);
    tree.addTreeSelectionListener(event -> has("Goods", event.getPath().getLastPathComponent().toString()));
    lists.add(new JScrollPane(tree));
    lists.add(new JScrollPane(list(new String[] {"Red", "Green", "Blue"}, "Colours")));
    JTabbedPane tabs = new JTabbedPane();
    tabs.addTab("First", form);
    tabs.addTab("Second", lists);
    tabs.addChangeListener(event -> has("tab", tabs.getTitleAt(tabs.getSelectedIndex())));
    frame.add(tabs, BorderLayout.CENTER);
    frame.setSize(1000, 660);
    frame.setLocation(60, 60);
    frame.setVisible(true);
    happened("form", "shown");
  }

  static JList<String> list(String[] names, String called) {
    JList<String> list = new JList<>(names);
    list.getAccessibleContext().setAccessibleName(called);
    list.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
    list.addListSelectionListener(event -> {
      if (!event.getValueIsAdjusting()) has(called, list.getSelectedValue());
    });
    list.addMouseListener(new java.awt.event.MouseAdapter() {
      public void mouseClicked(java.awt.event.MouseEvent event) {
        if (event.getClickCount() == 2) happened("activated", list.getSelectedValue());
      }
    });
    return list;
  }

  public static void main(String[] args) throws Exception {
    out = new PrintWriter(new OutputStreamWriter(new FileOutputStream(args[0], true), StandardCharsets.UTF_8));
    SwingUtilities.invokeLater(Swing::build);
  }
}
