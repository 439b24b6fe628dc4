# Multiply-adds per clock and SM over warps and chains, a panel a shape.  Drawn from mma.tsv in the working folder, which
# cmptune writes: block 0 titles and names, then a block a panel.  All text comes from there.

set encoding utf8
set datafile separator "\t"
set datafile missing "-"

set terminal unknown
set xrange [-1:1]
set yrange [-1:1]
plot 'mma.tsv' index 0 using (panels = $1, heading = strcol(2), about = strcol(3), names = strcol(4), lows = strcol(5), highs = strcol(6), 0):(0)

# One cell more than there are panels: the last one holds the legend, which thus covers no curve.
columns = panels < 2 ? 2 : 3
lines = int((panels + columns) / columns)
width = 60 + 380 * columns
height = 110 + 320 * lines

set logscale x 2
set logscale y 2
set xrange [0.85 : 38]

do for [t = 1 : 2] {
	if (t == 1) {
		set terminal pngcairo size width, height font "sans,10" background rgb "white"
		scale = 1
		set output 'mma.png'
	} else {
		set terminal svg size width, height font "sans-serif,12" background rgb "white"
		scale = 0.7 # its points are larger
		set output 'mma.svg'
	}
	set multiplot layout lines, columns title heading . ": tensor cores, by warps per SM and chains per warp\n" . about noenhanced
	unset key
	set border 3 linecolor rgb "#808080"
	set xtics (1, 2, 4, 8, 16, 32) nomirror scale 0.5 textcolor rgb "#101010"
	set ytics nomirror scale 0.5 textcolor rgb "#101010"
	set grid xtics ytics linecolor rgb "#e4e4e4" linetype 1
	set xlabel "warps per SM"
	set ylabel "MAC / clk / SM"
	do for [p = 1 : panels] {
		set title word(names, p) noenhanced
		set yrange [word(lows, p) + 0 : word(highs, p) + 0]
		plot \
			'mma.tsv' index p using 1:5 with lines linewidth 1.5 linecolor rgb "#303030" dashtype 3, \
			'' index p using 1:4 with linespoints linewidth 1.5 pointtype 8 pointsize 1.9 * scale linecolor rgb "#e0a800", \
			'' index p using 1:3 with linespoints linewidth 1.5 pointtype 4 pointsize 1.3 * scale linecolor rgb "#d55e00", \
			'' index p using 1:2 with linespoints linewidth 1.5 pointtype 7 pointsize 0.7 * scale linecolor rgb "#0a3d91"
	}
	set key center center samplen 4 spacing 1.4 reverse Left
	unset border
	unset tics
	unset grid
	unset title
	unset xlabel
	unset ylabel
	plot \
		NaN with lines linewidth 1.5 linecolor rgb "#303030" dashtype 3 title "nominal rate of the silicon", \
		NaN with linespoints linewidth 1.5 pointtype 8 pointsize 1.9 * scale linecolor rgb "#e0a800" title "4 chains a warp", \
		NaN with linespoints linewidth 1.5 pointtype 4 pointsize 1.3 * scale linecolor rgb "#d55e00" title "2 chains a warp", \
		NaN with linespoints linewidth 1.5 pointtype 7 pointsize 0.7 * scale linecolor rgb "#0a3d91" title "1 chain a warp"
	unset multiplot
	unset output
}
