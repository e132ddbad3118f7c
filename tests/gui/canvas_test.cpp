/// The screen shows the picture of the reports.

#include "chart_samples.hpp"
#include "gui/widgets/chart_picture.hpp"
#include "gui/widgets/painter_canvas.hpp"

#include <gpuplan/report/canvas_text.hpp>

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QImageReader>
#include <QPainter>

#include <QtTest>
#include <cmath>

using namespace gpuplan;
using namespace gpuplan::gui;

namespace {

constexpr int width = 720;
constexpr int height = 420;

QString chartFont() {
    return QString::fromUtf8(report::canvasFont.data(),
                             static_cast<qsizetype>(report::canvasFont.size()));
}

bool fontIsMissing() {
    return !QFontDatabase::families().contains(chartFont());
}

QImage painted(const report::LineChart& chart, const report::ChartTheme& theme) {
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    PainterCanvas canvas(painter);
    report::draw(report::layOut(chart, width, height), theme, canvas);
    return image;
}

/// Share of pixels that differ plainly.
double difference(const QImage& a, const QImage& b) {
    int differing = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor first = a.pixelColor(x, y);
            const QColor second = b.pixelColor(x, y);
            if (std::abs(first.red() - second.red()) + std::abs(first.green() - second.green()) +
                    std::abs(first.blue() - second.blue()) >
                96)
                ++differing;
        }
    return static_cast<double>(differing) / (a.width() * a.height());
}

} // namespace

class CanvasTest final : public QObject {
    Q_OBJECT
private slots:
    void theTableOfWidthsIsTheFontsOwn() {
        if (fontIsMissing())
            QSKIP("DejaVu Sans is not installed");
        for (const auto weight : {report::Weight::Normal, report::Weight::Bold}) {
            QFont font(chartFont());
            font.setPixelSize(100);
            font.setBold(weight == report::Weight::Bold);
            font.setHintingPreference(QFont::PreferNoHinting);
            font.setKerning(false);
            for (const char* text : {"Total cost 1,234.56", "break-even: month 14.3",
                                     "\xd0\x96\xc3\x97\xe2\x82\xac"}) {
                const double real = QFontMetricsF(font).horizontalAdvance(QString::fromUtf8(text));
                const double ours = report::textWidth(text, 100, weight);
                QVERIFY2(std::abs(real - ours) < 0.01 * real,
                         qPrintable(QStringLiteral("%1 %2").arg(real).arg(ours)));
            }
        }
    }

    void screenAndSvgShowTheSamePicture() {
        if (!QImageReader::supportedImageFormats().contains("svg"))
            QSKIP("Qt's SVG reader (libqt6svg6) is not installed");
        if (fontIsMissing())
            QSKIP("DejaVu Sans is not installed");
        for (const auto& theme : {report::ChartTheme::light(), report::ChartTheme::dark()}) {
            const report::LineChart chart = report::samples::crossing();
            const QImage screen = painted(chart, theme);
            const QImage svg = QImage::fromData(
                QByteArray::fromStdString(report::svg(chart, width, height, theme)), "svg");

            QCOMPARE(svg.size(), screen.size());
            // Edges of letters differ by hinting; a line in another place would be far more.
            const double differing = difference(screen, svg);
            QVERIFY2(differing < 0.012, qPrintable(QString::number(differing)));
            // And the measure tells pictures apart.
            QVERIFY(difference(painted(report::samples::bundle(2), theme), svg) > 0.012);
        }
    }

    void aPainterIsLeftAsItWasFound() {
        QImage image(100, 100, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        PainterCanvas canvas(painter);
        canvas.pushClip({0, 0, 50, 100});
        canvas.rectangle({0, 0, 100, 100}, report::Color{255, 0, 0, 255}, {});
        canvas.popClip();

        QVERIFY(!painter.hasClipping());
        painter.end();
        QCOMPARE(image.pixelColor(25, 50), QColor(Qt::red));
        QCOMPARE(image.pixelColor(75, 50), QColor(Qt::white));
    }

    void aChartIsDrawnAtAnySize() {
        ChartPicture picture;
        picture.setChart(report::samples::crossing());
        for (const QSize size : {QSize(1, 1), QSize(30, 300), QSize(300, 30), QSize(2000, 1200)}) {
            picture.resize(size);
            QCOMPARE(picture.image(2).size(), size * 2);
        }
        picture.setChart({});
        picture.resize(300, 200);
        QVERIFY(!picture.grab().isNull());
    }

    void keysWalkAlongTheLinesAndSayTheFigures() {
        ChartPicture picture;
        picture.setChart(report::samples::crossing());
        picture.resize(width, height);
        picture.show();

        QTest::keyClick(&picture, Qt::Key_Right);
        QTest::keyClick(&picture, Qt::Key_Right);
        QTest::keyClick(&picture, Qt::Key_Down);

        // The second line's point of month 1: 13 / 60 = 0.217 million.
        QVERIFY(picture.accessibleDescription().startsWith(QStringLiteral("rented")));
        QVERIFY(picture.accessibleDescription().contains(QStringLiteral("0.217")));
        QVERIFY(picture.accessibleDescription().contains(QStringLiteral("USD million")));
    }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
