package io.millrace.draw;

import io.millrace.draw.Figure.Point;
import io.millrace.draw.Palette.Ink;
import io.millrace.draw.Palette.Style;
import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Draws views as PNG, with the JDK's own graphics (module {@code java.desktop}) and its fonts, without a display. This is the only class
 * that needs them.
 */
public final class Png implements Canvas {
    /** Two pixels for one, as screens have them. */
    private static final double SCALE = 2;
    /** More would not fit into the memory of a small machine; a larger picture is drawn with fewer pixels. */
    private static final double MOST_PIXELS = 40_000_000;

    private final Graphics2D graphics;
    private final boolean dark;

    private Png(Graphics2D graphics, boolean dark) {
        this.graphics = graphics;
        this.dark = dark;
    }

    /** The picture of views, one below the other. */
    public static byte[] of(List<View> views, Look look) {
        Painter painter = new Painter(views, look.width());
        double scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (painter.width() * painter.height())));
        int width = Math.max(1, (int) Math.ceil(painter.width() * scale));
        int height = Math.max(1, (int) Math.ceil(painter.height() * scale));
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
            Png png = new Png(graphics, look.theme() == Look.Theme.DARK);
            graphics.setColor(png.colour(Palette.PAPER));
            graphics.fillRect(0, 0, width, height);
            graphics.scale(scale, scale);
            painter.paint(png);
        } finally {
            graphics.dispose();
        }
        return encoded(image);
    }

    private Color colour(Ink ink) {
        return Color.decode(ink.of(dark));
    }

    private static Style style(String kind) {
        Style style = Palette.KINDS.get(kind);
        if (style == null) {
            throw new IllegalStateException("no look for '" + kind + "'");
        }
        return style;
    }

    private void shape(String kind, Shape shape, boolean closed) {
        Style style = style(kind);
        if (closed && !style.fill().equals(Palette.NONE)) {
            graphics.setColor(colour(style.fill()));
            graphics.fill(shape);
        }
        if (style.width() > 0) {
            float[] dashes = style.dashed() ? new float[] {5, 3} : null;
            graphics.setColor(colour(style.stroke()));
            graphics.setStroke(new BasicStroke((float) style.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0));
            graphics.draw(shape);
        }
    }

    @Override
    public void begin(String kind, String tip) {}

    @Override
    public void end() {}

    @Override
    public void rect(String kind, double x, double y, double width, double height, double corner) {
        shape(kind, new RoundRectangle2D.Double(x, y, width, height, 2 * corner, 2 * corner), true);
    }

    @Override
    public void circle(String kind, double x, double y, double radius) {
        shape(kind, new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius), true);
    }

    @Override
    public void polygon(String kind, List<Point> points) {
        Path2D path = path(points);
        path.closePath();
        shape(kind, path, true);
    }

    @Override
    public void line(String kind, List<Point> points, String tip) {
        shape(kind, path(points), false);
    }

    private static Path2D path(List<Point> points) {
        Path2D path = new Path2D.Double();
        path.moveTo(points.getFirst().x(), points.getFirst().y());
        points.forEach(point -> path.lineTo(point.x(), point.y()));
        return path;
    }

    /** A font that is wider than was thought is narrowed, so that no text runs into another. */
    @Override
    public void text(String kind, double x, double y, String text, boolean middle) {
        Style style = style(kind);
        Font font = new Font(Font.SANS_SERIF, style.bold() ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) style.font());
        GlyphVector glyphs = font.createGlyphVector(graphics.getFontRenderContext(), text);
        double width = glyphs.getLogicalBounds().getWidth();
        double narrowed = Math.min(1, Text.width(text, style.font()) * (style.bold() ? 1.1 : 1) / Math.max(1, width));
        AffineTransform place = AffineTransform.getTranslateInstance(middle ? x - width * narrowed / 2 : x, y);
        place.scale(narrowed, 1);
        Shape outline = place.createTransformedShape(glyphs.getOutline());
        if (style.halo()) {
            graphics.setColor(colour(Palette.PAPER));
            graphics.setStroke(new BasicStroke(3, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
            graphics.draw(outline);
        }
        graphics.setColor(colour(style.fill()));
        graphics.fill(outline);
    }

    @Override
    public void area(String kind, List<double[]> rectangles, List<List<Point>> links, double breadth) {
        Area area = new Area();
        rectangles.forEach(each -> area.add(new Area(new RoundRectangle2D.Double(each[0], each[1], each[2], each[3], 18, 18))));
        BasicStroke broad = new BasicStroke((float) breadth, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
        links.forEach(link -> area.add(new Area(broad.createStrokedShape(path(link)))));
        var before = graphics.getComposite();
        graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) Palette.TINT));
        graphics.setColor(colour(style(kind).fill()));
        graphics.fill(area);
        graphics.setComposite(before);
    }

    // The format: a signature, then chunks of length, name, content and checksum (RFC 2083).

    private static byte[] encoded(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 16];
        int[] pixels = new int[width];
        byte[] row = new byte[1 + 3 * width];
        for (int y = 0; y < height; y++) {
            image.getRGB(0, y, width, 1, pixels, 0, width);
            for (int x = 0; x < width; x++) {
                row[1 + 3 * x] = (byte) (pixels[x] >> 16);
                row[2 + 3 * x] = (byte) (pixels[x] >> 8);
                row[3 + 3 * x] = (byte) pixels[x];
            }
            deflater.setInput(row);
            while (!deflater.needsInput()) {
                content.write(buffer, 0, deflater.deflate(buffer));
            }
        }
        deflater.finish();
        while (!deflater.finished()) {
            content.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        // Eight bits each of red, green and blue.
        chunk(out, "IHDR", ByteBuffer.allocate(13).putInt(width).putInt(height).put(new byte[] {8, 2, 0, 0, 0}).array());
        chunk(out, "IDAT", content.toByteArray());
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static void chunk(ByteArrayOutputStream out, String name, byte[] content) {
        byte[] named = ByteBuffer.allocate(4 + content.length).put(name.getBytes(StandardCharsets.US_ASCII)).put(content).array();
        CRC32 checksum = new CRC32();
        checksum.update(named);
        out.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
        out.writeBytes(named);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    }
}
