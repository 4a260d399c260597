"""The style sheet of Qt's own widgets, a string.Template over the names of gui.theme.Theme.

A label can ask for a voice with the dynamic property ``tone``: muted, title, error or warning.
"""

QSS = """
QWidget { selection-background-color: $accent; selection-color: $on_accent; }
QMainWindow, QDialog { background: $window; }
QMainWindow::separator { background: $window; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: $accent_tint; }

QDockWidget { color: $muted; titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: $window; padding: 5px 8px 4px 8px; text-align: left; }
QDockWidget > QWidget { background: $panel; }

QLabel[tone="muted"] { color: $muted; }
QLabel[tone="title"] { color: $text; font-weight: 600; }
QLabel[tone="badge"] { color: $muted; border: 1px solid $line; border-radius: 8px; padding: 1px 8px; }
QLabel[tone="caution"] { color: $warning; background: $warning_tint; border-radius: 8px; padding: 1px 8px; }
QLabel[tone="error"] { color: $error; background: $error_tint; border-radius: 6px; padding: 6px 9px; }
QLabel[tone="warning"] { color: $warning; background: $warning_tint; border-radius: 6px; padding: 6px 9px; }

QToolBar { background: $window; border: none; spacing: 2px; padding: 3px 6px; }
QToolBar::separator { background: $line; width: 1px; margin: 5px 5px; }
QToolButton { color: $text; background: transparent; border: 1px solid transparent; border-radius: 6px;
  padding: 3px 7px; }
StageBar { border: 1px solid transparent; border-radius: 7px; }
StageBar:focus { border-color: $focus; }
StageBar QToolButton { padding: 3px 3px; font-size: 12px; }
QToolButton:hover { background: $raised; border-color: $line; }
QToolButton:pressed, QToolButton:checked { background: $accent_tint; color: $accent;
  border-color: $accent_tint; }
QToolButton:focus { border: 2px solid $focus; padding: 2px 6px; }
Segments[stacked="true"] QToolButton { padding: 2px 7px; font-size: 12px; }
Segments[stacked="true"] QToolButton:focus { padding: 1px 6px; }
Segments[low="true"] QToolButton { padding: 1px 6px; font-size: 12px; }
Segments[low="true"] QToolButton:focus { border-width: 1px; padding: 1px 6px; }
QToolButton:disabled { color: $edge; }
QToolButton::menu-indicator { image: none; }

QPushButton { color: $text; background: $raised; border: 1px solid $edge; border-radius: 6px;
  padding: 4px 12px; }
QPushButton:hover { background: $accent_tint; border-color: $accent; }
QPushButton:pressed, QPushButton:checked { background: $accent_tint; color: $accent; border-color: $accent; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:focus { border: 2px solid $focus; padding: 3px 11px; }
QPushButton:disabled { color: $edge; background: $raised; border-color: $line; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox { color: $text; background: $panel;
  border: 1px solid $edge; border-radius: 6px; padding: 3px 8px; }
QLineEdit:hover, QPlainTextEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: $muted; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {
  border: 2px solid $focus; padding: 2px 7px; background: $panel; }
QComboBox:focus { padding-right: 21px; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $edge; background: $raised;
  border-color: $line; }
QComboBox { padding-right: 22px; background: $raised; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url("$icons/chevron-down-$name.svg"); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $edge; padding: 3px; outline: none; }
QAbstractSpinBox { padding-right: 20px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent;
  width: 18px; }
QAbstractSpinBox::up-button { margin-top: 2px; }
QAbstractSpinBox::down-button { margin-bottom: 2px; }
QAbstractSpinBox::up-arrow { image: url("$icons/chevron-up-$name.svg"); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url("$icons/chevron-down-$name.svg"); width: 10px; height: 10px; }

QCheckBox, QRadioButton { spacing: 7px; color: $text; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $edge;
  background: $panel; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent;
  image: url("$icons/check-$name.svg"); }
QRadioButton::indicator:checked { border: 4px solid $accent; width: 8px; height: 8px; }
QCheckBox:focus, QRadioButton:focus { color: $focus; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: transparent; }
QTabBar::tab { color: $muted; background: transparent; border: none; border-bottom: 2px solid transparent;
  padding: 5px 10px 4px 10px; margin-right: 2px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $focus; }

PaintedArea { background: $panel; border: none; }
QAbstractItemView { background: $panel; alternate-background-color: $raised; border: 1px solid $line;
  border-radius: 6px; outline: none; }
QAbstractItemView:focus { border-color: $focus; }
QListView::item, QTreeView::item { padding: 3px 6px; border-radius: 4px; }
QAbstractItemView::item:hover { background: $raised; color: $text; }
QAbstractItemView::item:selected { background: $accent_tint; color: $text; }
QTableView { gridline-color: $line; }
QHeaderView::section { background: $panel; color: $muted; border: none; border-bottom: 1px solid $line;
  padding: 3px 6px; }
QTableCornerButton::section { background: $panel; border: none; }

QSplitter::handle { background: $window; }
QSplitter::handle:horizontal { width: 6px; }
QSplitter::handle:vertical { height: 6px; }
QSplitter::handle:hover { background: $accent_tint; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QSlider::groove:horizontal { height: 4px; background: $line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px;
  background: $accent; }
QSlider::handle:horizontal:focus { border: 2px solid $panel; background: $focus; }
QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QMenuBar { background: $window; color: $text; }
QMenuBar::item { padding: 4px 9px; background: transparent; border-radius: 5px; }
QMenuBar::item:selected { background: $accent_tint; }
QMenu { background: $panel; color: $text; border: 1px solid $edge; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent_tint; }
QMenu::item:disabled { color: $edge; }
QMenu::separator { height: 1px; background: $line; margin: 4px 6px; }
QStatusBar { background: $window; color: $muted; }
QStatusBar::item { border: none; }
QGroupBox { border: 1px solid $line; border-radius: 8px; margin-top: 9px; padding: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: $muted; }
QToolTip { background: $raised; color: $text; border: 1px solid $edge; padding: 4px 7px; }
"""
