/// The desktop program: arguments in, one window out.

#include "gui/format/texts.hpp"
#include "gui/pages/start_page.hpp"
#include "main_window.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QScreen>
#include <QTimer>

namespace {

using namespace gpuplan::gui;

/// Saves what the screen shows of the window as soon as a run is over, and quits: 0 if there is a
/// result and the picture is written, else 1. \param withAdvice  asks what helps most first
void photographWhenDone(Session& session, MainWindow& window, const QString& path,
                        bool withAdvice) {
    const auto take = [&session, &window, path] {
        QTimer::singleShot(300, &window, [&session, &window, path] {
            QPixmap picture = window.screen()->grabWindow(window.winId());
            if (picture.isNull())
                picture = window.grab();
            const bool isGood = session.result() && !session.isStale();
            QCoreApplication::exit(picture.save(path) && isGood ? 0 : 1);
        });
    };
    QObject::connect(&session, &Session::runStateChanged, &window,
                     [take, &session, withAdvice](bool isRunning) {
                         if (isRunning)
                             return;
                         if (withAdvice && session.result() && !session.advice())
                             session.startAdvice();
                         else
                             take();
                     });
    QObject::connect(&session, &Session::openFailed, &window, take);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("gpuplan"));
    QCoreApplication::setApplicationName(QStringLiteral("gpuplan-gui"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GPUPLAN_VERSION));

    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate(
        "main", "Rent, reserve, buy or mix GPUs: how many, and what is wasted."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QCoreApplication::translate("main", "Scenario to open."),
                                 QStringLiteral("[FILE]"));
    const QCommandLineOption data(QStringLiteral("data"),
                                  QCoreApplication::translate("main", "Folder of the catalogs."),
                                  QStringLiteral("DIR"));
    const QCommandLineOption theme(
        QStringLiteral("theme"),
        QCoreApplication::translate("main", "system, light or dark, for this start."),
        QStringLiteral("NAME"));
    const QCommandLineOption page(
        QStringLiteral("page"),
        QCoreApplication::translate("main", "Page to show first: cost, steps, gpu-time or advice."),
        QStringLiteral("NAME"));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QCoreApplication::translate(
            "main", "Write a PNG picture of the window when the first run is over, and quit."),
        QStringLiteral("PNG"));
    parser.addOptions({data, theme, page, screenshot});
    parser.process(application);

    Settings settings;
    const QPalette system = QApplication::palette();
    Theme first = settings.theme();
    if (parser.value(theme) == QStringLiteral("light"))
        first = Theme::Light;
    else if (parser.value(theme) == QStringLiteral("dark"))
        first = Theme::Dark;
    applyTheme(application, first, system);

    const std::string folder = dataFolder(toUtf8(parser.value(data)));
    Session session(std::make_shared<PlannerEngine>(folder));
    MainWindow window(session, settings);
    QObject::connect(&window, &MainWindow::themeChosen, &window,
                     [&](Theme chosen) { applyTheme(application, chosen, system); });
    window.setExamples(scenarioFiles(toQString(folder) + QStringLiteral("/../scenarios")));
    window.setManual(toQString(folder) + QStringLiteral("/../docs/scenario-format.md"));
    const QString firstPage = parser.value(page);
    if (parser.isSet(page) && !window.showPage(firstPage)) {
        qCritical("%s",
                  qPrintable(QCoreApplication::translate(
                                 "main", "--page %1: known are cost, steps, gpu-time and advice")
                                 .arg(firstPage)));
        return 2;
    }
    if (parser.isSet(screenshot))
        photographWhenDone(session, window, parser.value(screenshot),
                           firstPage == QStringLiteral("advice"));
    window.show();
    if (!parser.positionalArguments().isEmpty())
        window.openFile(parser.positionalArguments().constFirst());
    return QApplication::exec();
}
