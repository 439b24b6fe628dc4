# What share of its nominal rate each instruction reaches.  Drawn from rates.tsv in the working folder, which cmptune
# writes: block 0 title and axis, block 1 a line a probe, block 2 a line a throttle class.  All text comes from there.

set encoding utf8
set datafile separator "\t"
set datafile missing "-"

# Titles and sizes, by drawing block 0 to nowhere.
set terminal unknown
set xrange [-1:1]
set yrange [-1:1]
plot 'rates.tsv' index 0 using (rows = $1, heading = strcol(2), about = strcol(3), low = $4, high = $5, 0):(0)

height = 160 + 15 * rows

set logscale x 2
set xrange [low * 0.88 : high * 1.12]
set yrange [rows + 0.6 : 0.4]
set y2range [rows + 0.6 : 0.4]
unset logscale y
set ytics scale 0 noenhanced textcolor rgb "#101010"
set y2tics scale 0 noenhanced textcolor rgb "#101010"
unset mytics
set xtics scale 0.5 nomirror textcolor rgb "#101010" ("1" 1)
do for [k = 1 : 20] { if (2.0 ** -k >= low) { set xtics add (sprintf("1/%d", 2 ** k) 2.0 ** -k) } }
do for [k = 1 : 3] { if (2.0 ** k <= high * 1.12) { set xtics add (sprintf("%d", 2 ** k) 2.0 ** k) } }
set xlabel "rate / nominal rate of the silicon, log scale (1: full speed, right is faster)" noenhanced
set title heading . ": instruction rates\n" . about noenhanced
set key bmargin center horizontal maxrows 1 samplen 0.5 width -1 reverse Left
set border 3 linecolor rgb "#808080"
set style fill solid 1.0 noborder
set lmargin 30
set bmargin 6
set rmargin 36

# Each series is a mark of its own shape and its own lightness: blue is dark, orange light, grey hollow.
full = "#0a3d91"; throttled = "#d55e00"; other = "#e0a800"; hollow = "#606060"; faint = "#b8b8b8"

# Guides at full speed and at the divider of the CMP cards.
set arrow 1 from 1, graph 0 to 1, graph 1 nohead linecolor rgb "#303030" dashtype 3 front
if (low <= 1.0 / 32) { set arrow 2 from 1.0 / 32, graph 0 to 1.0 / 32, graph 1 nohead linecolor rgb "#303030" dashtype 3 front }

do for [t = 1 : 2] {
	if (t == 1) {
		set terminal pngcairo size 1100, height font "sans,10" background rgb "white"
		scale = 1
		set output 'rates.png'
	} else {
		set terminal svg size 1100, height font "sans-serif,12" background rgb "white"
		scale = 0.7 # its points are larger
		set output 'rates.svg'
	}
	plot \
		'rates.tsv' index 2 using (low * 0.88):(($1 + $2) / 2):(low * 0.88):(high * 1.12):($1 - 0.5):($2 + 0.5):(int($0) % 2 ? 0xffffff : 0xf0f2f5) \
			with boxxyerror linecolor rgb variable notitle, \
		'rates.tsv' index 2 using (low * 0.88):(($1 + $2) / 2):y2tic(strcol(3)) axes x1y2 with dots linecolor rgb "white" notitle, \
		'rates.tsv' index 1 using (1):1:($4 >= 1 && $4 <= 3 ? $3 - 1 : NaN):(0) with vectors nohead linewidth 1 linecolor rgb faint notitle, \
		'rates.tsv' index 1 using (low * 0.92):1:(strcol(5) eq "-" ? "" : strcol(5)) with labels left noenhanced font ",8" textcolor rgb "#707070" notitle, \
		'rates.tsv' index 1 using ($4 == 0 ? $3 : NaN):1:ytic(strcol(2)) with points pointtype 7 pointsize 0.9 * scale linecolor rgb full title "at its nominal rate", \
		'rates.tsv' index 1 using ($4 == 1 ? $3 : NaN):1 with points pointtype 9 pointsize 1.3 * scale linecolor rgb throttled title "slowed by a power of two", \
		'rates.tsv' index 1 using ($4 == 2 ? $3 : NaN):1 with points pointtype 13 pointsize 1.3 * scale linecolor rgb other title "off by another factor", \
		'rates.tsv' index 1 using ($4 == 3 ? $3 : NaN):1 with points pointtype 6 pointsize 1.1 * scale linewidth 1.5 linecolor rgb hollow title "not to be trusted"
	unset output
}
