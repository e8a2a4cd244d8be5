// What the server says, in French: engines and their options, reasons, problems of puzzles that are being drawn, titles of
// the built-in puzzles. Whatever is missing here is shown in English. Loaded only if French is chosen.

export const sentences: Record<string, string> = {
  // ---- engines ----
  'Gilleta\'s interval constraint solver for boxes: few, expensive nodes; a node is half of a cut':
    'le solveur par intervalles de Gilleta pour les boîtes : des nœuds rares et coûteux ; un nœud est la moitié d’une coupe',
  'Peter-Hémon and Lamarche\'s construction: inward spiral, fewest new conflicts, ties at random, repeated':
    'la construction de Peter-Hémon et Lamarche : spirale vers l’intérieur, le moins de nouveaux conflits, égalités au hasard, répétée',
  'Peter-Hémon and Lamarche\'s iterated local search: sequential k-opt chains, perturbations, restarts':
    'la recherche locale itérée de Peter-Hémon et Lamarche : chaînes k-opt, perturbations, redémarrages',
  'Peter-Hémon and Lamarche\'s large neighbourhood search: destroy cells in conflict, repair greedily':
    'la recherche à grand voisinage de Peter-Hémon et Lamarche : vider des cases en conflit, réparer de façon gloutonne',
  'Peter-Hémon and Lamarche\'s local search: best exchange of two pieces with turns, cells in random order, restarts':
    'la recherche locale de Peter-Hémon et Lamarche : meilleur échange de deux pièces, tournées, cases au hasard, redémarrages',
  'a formula for CaDiCaL: proofs that can be checked, and a very different second opinion; resumed, it keeps the boards it found and learns anew':
    'une formule pour CaDiCaL : des preuves vérifiables et un second avis très différent ; repris, il garde ses plateaux et réapprend',
  'all solutions from halves of the board that fit together, without walking the middle of the tree':
    'toutes les solutions à partir de moitiés de plateau qui s’assemblent, sans parcourir le milieu de l’arbre',
  'beam on the board around some regions; lists of sets tell whether the pieces left tile them':
    'faisceau sur le plateau autour de quelques régions ; des listes disent si les pièces restantes les pavent',
  'beam search by learned tileability on the drafter and triangle lattices; finally allows holes':
    'recherche en faisceau par pavabilité apprise, sur demi-triangles et triangles ; admet à la fin des trous',
  'best boards: certain colours are used up early, mismatches unlock one by one at planned depths':
    'meilleurs plateaux : certaines couleurs sont épuisées tôt, les désaccords sont permis un à un à des profondeurs prévues',
  'branch and bound: most pieces, then most cells, with proof; for regions that need not be filled':
    'séparation et évaluation : le plus de pièces, puis de cases, avec preuve ; pour les régions à ne pas remplir',
  'brute force at full speed: cells in a fixed order, candidates by the colours around them':
    'force brute à pleine vitesse : cases dans un ordre fixe, candidates selon les couleurs autour',
  'different engines on different threads, the first to answer wins (solve only)':
    'plusieurs moteurs sur plusieurs fils, le premier qui répond gagne (résolution seulement)',
  'exact counts of any size, by merging partial boards with the same remainder':
    'comptes exacts de toute taille, en fusionnant les plateaux partiels de même reste',
  'exact counts of any size, by merging partial tilings with the same frontier':
    'comptes exacts de toute taille, en fusionnant les pavages partiels de même frontière',
  'exact cover with dancing links, fewest candidates first: the yardstick':
    'couverture exacte par liens dansants, d’abord le moins de candidats : la référence',
  'exact repair: best re-assignment of cells that do not touch, windows by branch and bound, merges':
    'réparation exacte : meilleure réaffectation de cases séparées, fenêtres par séparation et évaluation, fusions',
  'exhaustive tiling on the drafter and triangle lattices, most constrained site first':
    'pavage exhaustif sur demi-triangles et triangles, le site le plus contraint d’abord',
  'first empty cell, shortest axis fastest: the fast engine for thin flat regions':
    'première case vide, le petit côté d’abord : le moteur rapide pour les régions minces',
  'masks of cells, fewest candidates first: the fast engine for solid and compact regions':
    'masques de cases, d’abord le moins de candidats : le moteur rapide pour les solides et les régions compactes',
  'plain depth-first search, cell by cell: the yardstick': 'simple recherche en profondeur, case par case : la référence',
  'search with propagation over cells, pieces, borders, colours: few, expensive nodes':
    'recherche avec propagation entre cases, pièces, bordures et couleurs : des nœuds rares et coûteux',
  'simulated annealing: random exchanges, worse ones less and less often; each cooling twice as long':
    'recuit simulé : échanges au hasard, les mauvais de plus en plus rares ; chaque refroidissement deux fois plus long',
  'tabu search: the best exchange of a cell in conflict, good or bad, but no piece returns at once':
    'recherche tabou : le meilleur échange d’une case en conflit, bon ou mauvais, mais aucune pièce ne revient aussitôt',
  'the best partial boards of each depth side by side, by conflicts and estimated future':
    'les meilleurs plateaux partiels de chaque profondeur côte à côte, selon conflits et avenir estimé',
  'whole corollas as steps, looked up by the colours of their frontier':
    'des corolles entières comme pas, cherchées par les couleurs de leur frontière',

  // ---- options ----
  '1: dead ends are left out before states are kept, not when they are expanded':
    '1 : les impasses sont écartées avant de garder les états, non quand on les développe',
  'ask for corollas again after every placement down to this depth (0: only before the search)':
    'redemander des corolles après chaque placement jusqu’à cette profondeur (0 : seulement avant la recherche)',
  'at random up to this many moves more': 'au hasard, jusqu’à ce nombre de coups en plus',
  'at the end of each cooling': 'à la fin de chaque refroidissement',
  'at the start of each cooling; a move that costs this many conflicts more is taken once in e':
    'au début de chaque refroidissement ; un coup qui coûte autant de conflits est accepté une fois sur e',
  'boards kept at each depth; 0: passes that get wider, up to what the memory allows':
    'plateaux gardés par profondeur ; 0 : passes de plus en plus larges, selon la mémoire',
  'cells in conflict whose exchanges are compared in a move, per cent of the board':
    'cases en conflit dont on compare les échanges à chaque coup, en pour cent du plateau',
  'cost of a piece that is left and not in the pool': 'coût d’une pièce restante qui n’est pas dans la réserve',
  'cut the number that starts lowest, has the shortest interval, or may be on the scarcest cell (sets)':
    'couper le nombre qui commence le plus bas, a l’intervalle le plus court, ou peut être sur la case la plus rare (ensembles)',
  'effort of repairing the best board of each pass, per cent of the pass\'s own':
    'effort pour réparer le meilleur plateau de chaque passe, en pour cent de celui de la passe',
  'effort on them in percent of the beam\'s': 'effort qu’on leur consacre, en pour cent de celui du faisceau',
  'greatest share, per cent': 'plus grande part, en pour cent',
  'greedy boards made first; the best one is the start': 'plateaux gloutons faits d’abord ; le meilleur est le départ',
  'halves by cells: how many cells at the end are stored; 0: half of them':
    'moitiés par cases : combien de cases de la fin sont stockées ; 0 : la moitié',
  'how large the tables of one thread may become, in megabytes': 'taille maximale des tables d’un fil, en mégaoctets',
  'how many cells at the end are filled by branch and bound': 'combien de cases de la fin sont remplies par séparation et évaluation',
  'how many of the easiest pieces sets are made of': 'de combien des pièces les plus faciles sont faits les ensembles',
  'how many rows at the end are filled column by column; -1: the most promising number':
    'combien de lignes de la fin sont remplies colonne par colonne ; -1 : le nombre le plus prometteur',
  'how much the stored halves may take; what does not fit is done in portions':
    'place des moitiés stockées ; ce qui dépasse est traité par portions',
  'how much wider each round is than the one before': 'de combien chaque tour est plus large que le précédent',
  'how often a cell without conflicts is drawn again, per cent': 'combien de fois une case sans conflit est retirée au sort, en pour cent',
  'instruction set of the inner loops; auto: the widest the machine has':
    'jeu d’instructions des boucles internes ; auto : le plus large de la machine',
  'least share of the pieces moved by a perturbation, per cent': 'part minimale des pièces déplacées par une perturbation, en pour cent',
  'least share of these that have conflicts, per cent': 'part minimale de celles qui ont des conflits, en pour cent',
  'levels with more pieces left have no endgames': 'au-delà de ce nombre de pièces restantes, pas de fin de partie',
  'megabytes for stored states; beyond that the gap is searched without storing any':
    'mégaoctets pour les états stockés ; au-delà, on cherche sans rien stocker',
  'megabytes that the boards of one thread may take': 'mégaoctets pour les plateaux d’un fil',
  'mismatches allowed in the first full boards; 0: by the size of the board':
    'désaccords permis dans les premiers plateaux complets ; 0 : selon la taille',
  'moves during which a piece may not return to the cell it left': 'coups pendant lesquels une pièce ne peut revenir à sa case',
  'moves per cell of the first cooling; every later one is twice as long':
    'coups par case du premier refroidissement ; chacun des suivants dure le double',
  'moves without a better board before a restart': 'coups sans meilleur plateau avant un redémarrage',
  'order comb: how many rows at the bottom are filled column by column':
    'ordre comb : combien de lignes du bas sont remplies colonne par colonne',
  'perturbations without improvement before a restart': 'perturbations sans progrès avant un redémarrage',
  'pieces of an opening, placed by beam search; 0: as many rows as pay off':
    'pièces d’une ouverture, posées par faisceau ; 0 : autant de lignes qu’il est utile',
  'pieces tried without success before a step to a slightly worse board':
    'pièces essayées sans succès avant un pas vers un plateau un peu moins bon',
  'placement, or distance: the thesis\' first attempt, pairs of points and their distances':
    'placement, ou distance : le premier essai de la thèse, des paires de points et leurs distances',
  'placements for one of them': 'placements pour l’un d’eux',
  'regions to propose; 0: by the size of the board': 'régions à proposer ; 0 : selon la taille du plateau',
  'repairs without improvement before a restart': 'réparations sans progrès avant un redémarrage',
  'report every board with at most this many conflicts; 0: only better and better ones':
    'annoncer chaque plateau d’au plus ce nombre de conflits ; 0 : seulement de mieux en mieux',
  'ring: by the chains of border pieces around them; cells: any puzzle; auto: ring if possible':
    'ring : par les chaînes de pièces du bord autour ; cells : tout puzzle ; auto : ring si possible',
  'rows at the end that are filled column by column; 0: rows only, -1: by the size of the board':
    'lignes de la fin remplies colonne par colonne ; 0 : aucune, -1 : selon la taille du plateau',
  'scores are shifted at random by up to this much': 'les scores sont décalés au hasard d’autant au plus',
  'sets: a cell that only one piece can reach belongs to it': 'ensembles : une case qu’une seule pièce atteint est à elle',
  'share of the cells in conflict destroyed at first, per cent; falls as conflicts do':
    'part des cases en conflit vidées au début, en pour cent ; baisse avec les conflits',
  'states kept for the first quarter of the pieces in percent; it grows to 100 at two fifths':
    'états gardés pour le premier quart des pièces, en pour cent ; monte à 100 aux deux cinquièmes',
  'states kept per level; 0: rounds of growing width': 'états gardés par niveau ; 0 : tours de plus en plus larges',
  'states of each of the last levels to be filled with holes allowed': 'états de chacun des derniers niveaux à remplir avec des trous',
  'states of each of the last levels to be searched to the end, best first':
    'états de chacun des derniers niveaux à explorer jusqu’au bout, les meilleurs d’abord',
  'states with the same region left that are kept per level; 0: any number':
    'états de même région restante gardés par niveau ; 0 : sans limite',
  'stepwise: narrow by the cheap constraints first': 'stepwise : réduire d’abord par les contraintes peu coûteuses',
  'stepwise: part the permutation constraint into smaller ones': 'stepwise : diviser la contrainte de permutation en plus petites',
  'swift, or stepwise: one constraint at a time as in the thesis; the tree is the same':
    'swift, ou stepwise : une contrainte à la fois comme dans la thèse ; l’arbre est le même',
  'the cells themselves (A1 A2 … or 1 2 …) in the order to fill them': 'les cases elles-mêmes (A1 A2 … ou 1 2 …) dans l’ordre de remplissage',
  'the layers that look ahead, separated by commas, or none': 'les couches qui regardent en avant, séparées par des virgules, ou none',
  'the order in which pieces are tried on a cell': 'l’ordre dans lequel les pièces sont essayées sur une case',
  'the path over the board: row by row, or column by column, from the top-left':
    'le chemin sur le plateau : ligne par ligne ou colonne par colonne, depuis le coin supérieur gauche',
  'the path over the board; \'file\' reads it from --path, \'cells\' is what --path-cells lists':
    'le chemin sur le plateau ; « cells » est ce que path-cells énumère',
  'the piece to put first when symmetric solutions are left out; empty: chosen':
    'la pièce à poser d’abord quand on écarte les solutions symétriques ; vide : choisie',
  'their size, in pieces; 0: by the size of the board': 'leur taille, en pièces ; 0 : selon la taille du plateau',
  'tilings of the rest per round whose left pieces are dealt, best first; 0: all':
    'pavages du reste par tour dont on distribue les pièces restantes, les meilleurs d’abord ; 0 : tous',
  'upper limit on openings per round (normally 8000)': 'nombre maximal d’ouvertures par tour (8000 d’ordinaire)',
  'upper limit on the pieces tried in one window; smaller windows come first':
    'nombre maximal de pièces essayées dans une fenêtre ; les petites fenêtres d’abord',
  'values without a corolla of this radius leave their cells (0: none, or the file\'s radius)':
    'les valeurs sans corolle de ce rayon quittent leurs cases (0 : aucune, ou le rayon du fichier)',
  'weight of the estimated future (logarithm of how likely the rest fits) against conflicts':
    'poids de l’avenir estimé (logarithme de la chance que le reste s’accorde) face aux conflits',
  'weight of the outline at the start in percent; it grows to 100 at the end': 'poids du contour au début, en pour cent ; monte à 100 à la fin',
  'weight of the values of pieces in the regions': 'poids des valeurs des pièces dans les régions',
  'weight of the values of pieces outside the regions': 'poids des valeurs des pièces hors des régions',
  'what is known of a cell number: an interval, or the set of its values':
    'ce qu’on sait d’un numéro de case : un intervalle, ou l’ensemble de ses valeurs',
  'which cell is filled next: along a path, or the one with the smallest or largest domain, or by corollas':
    'quelle case est remplie ensuite : le long d’un chemin, celle du plus petit ou du plus grand domaine, ou par corolles',
  'which piece is tried first: in order, or the one with the smallest or largest room left, or by corollas':
    'quelle pièce est essayée d’abord : dans l’ordre, celle qui a le moins ou le plus de place, ou par corolles',

  // ---- why auto chose an engine; notes ----
  'fewest candidates first prunes best on most regions': 'le moins de candidats d’abord élague le mieux sur la plupart des régions',
  'the fastest complete search on boards of this size': 'la recherche complète la plus rapide sur les plateaux de cette taille',
  'the fastest complete search where colours leave much choice':
    'la recherche complète la plus rapide quand les couleurs laissent beaucoup de choix',
  'mismatches by schedule beat local search on all but tiny boards':
    'les désaccords planifiés battent la recherche locale, sauf sur de tout petits plateaux',
  'made for pieces of half triangles': 'fait pour les pièces de demi-triangles',
  'keeps the states that are easiest to complete': 'garde les états les plus faciles à compléter',
  'many pieces look alike, so equal remainders are counted once':
    'beaucoup de pièces se ressemblent : les restes égaux sont comptés une fois',
  'a sample of the boards is verified': 'un échantillon des plateaux est vérifié',
  'the usual engine for such puzzles': 'le moteur habituel pour ces puzzles',
  'the fastest that can do what is asked for': 'le plus rapide qui sache faire ce qui est demandé',
  'improves a given board by exact moves': 'améliore un plateau donné par des coups exacts',
  'as in the checkpoint': 'comme dans le point de reprise',

  // ---- titles ----
  'The Bedlam cube: thirteen pieces make a 4 by 4 by 4 cube': 'Le cube Bedlam : treize pièces font un cube de 4 × 4 × 4',
  'A chessboard covered with dominoes': 'Un échiquier couvert de dominos',
  'Eternity: 209 pieces of twelve half triangles fill a dodecagon': 'Eternity : 209 pièces de douze demi-triangles remplissent un dodécagone',
  'Eternity II, 16x16: the 256 official pieces without any clue': 'Eternity II, 16 × 16 : les 256 pièces officielles sans aucun indice',
  'Eternity II, 16x16: piece 139 locked near the centre, as the rules demand':
    'Eternity II, 16 × 16 : la pièce 139 fixée près du centre, comme le veut la règle',
  'Eternity II, 16x16: all five official clues locked': 'Eternity II, 16 × 16 : les cinq indices officiels fixés',
  'The giraffe puzzle, 3x3: join upper and lower halves of the same colour':
    'Le puzzle des girafes, 3 × 3 : joindre le haut et le bas de même couleur',
  'The 12 hexiamonds in a parallelogram of 4 by 9 pairs of triangles': 'Les 12 hexiamants dans un parallélogramme de 4 × 9 paires de triangles',
  'The 12 hexiamonds in a rhombus of 6 by 6 pairs of triangles': 'Les 12 hexiamants dans un losange de 6 × 6 paires de triangles',
  'The 18 one-sided pentominoes in a 3 by 30 rectangle': 'Les 18 pentominos à une face dans un rectangle de 3 × 30',
  'A 5x10 rectangle tiled with pentominoes, any number of each': 'Un rectangle de 5 × 10 pavé de pentominos, chacun à volonté',
  'The 12 pentominoes on a chessboard without its central 2 by 2 square': 'Les 12 pentominos sur un échiquier sans son carré central de 2 × 2',
  'The 12 pentominoes and the square tetromino on a chessboard': 'Les 12 pentominos et le tétromino carré sur un échiquier',
  'Soma: seven pieces of three or four cubes make a 3 by 3 by 3 cube': 'Soma : sept pièces de trois ou quatre cubes font un cube de 3 × 3 × 3',
  'The 7 tetrahexes in a 4 by 7 parallelogram': 'Les 7 tétrahexes dans un parallélogramme de 4 × 7',
  'Metaheuristics benchmark complete, 16x16': 'Banc d’essai de métaheuristiques complet, 16 × 16',
  'no solution is known to us; try tesselle optimise': 'aucune solution connue de nous ; essayez « le meilleur plateau »',
};

/** Texts with numbers or names in them. */
export const patterns: [RegExp, string][] = [
  [/^(\w+): (\d+) pieces of Eternity fill its outline$/, '$1 : $2 pièces d’Eternity remplissent son contour'],
  [/^(\w+): (\d+) polydrafters fill its outline$/, '$1 : $2 polydrafters remplissent son contour'],
  [/^Eternity II clue puzzle (\d), (\d+)x(\d+), whose solution was rewarded with a hint$/,
    'Eternity II, puzzle d’indice $1, $2 × $3, dont la solution valait un indice'],
  [/^Metaheuristics benchmark (\w), (\d+)x(\d+)$/, 'Banc d’essai de métaheuristiques $1, $2 × $3'],
  [/^META 2010 contest instance, (\d+)x(\d+)$/, 'Instance du concours META 2010, $1 × $2'],
  [/^Brendan Owen's (\d+)x(\d+) benchmark, set (\d+)$/, 'Banc d’essai $1 × $2 de Brendan Owen, jeu $3'],
  [/^The 12 pentominoes in a (\d+) by (\d+) rectangle$/, 'Les 12 pentominos dans un rectangle de $1 × $2'],
  [/^The 12 solid pentominoes in a (\d+) by (\d+) by (\d+) box$/, 'Les 12 pentominos épais dans une boîte de $1 × $2 × $3'],
  [/^this search would take about (.+) years.*$/, 'cette recherche prendrait environ $1 années ; cherchez plutôt le meilleur plateau'],
  [/^the first solution came after (.+) nodes? and (.+) s$/, 'la première solution est venue après $1 nœuds et $2 s'],
  [/^unlimited copies in a narrow region: counted without making the boards.*$/,
    'copies illimitées dans une région étroite : comptées sans faire les plateaux'],
  [/^the pieces that must be used have (\d+) cells?, there is room for (\d+)$/, 'les pièces obligatoires ont $1 cases, il y a de la place pour $2'],
  [/^the pieces have (\d+) cells?, the region has (\d+)$/, 'les pièces ont $1 cases, la région en a $2'],
  [/^piece (.+) fits nowhere$/, 'la pièce $1 ne va nulle part'],
  [/^no piece reaches cell (.+)$/, 'aucune pièce n’atteint la case $1'],
  [/^colour (.+) is on (\d+) sides?, an odd number$/, 'la couleur $1 est sur $2 côtés, un nombre impair'],
  [/^colour (.+) is on (\d+) sides and its mate (.+) on (\d+)$/, 'la couleur $1 est sur $2 côtés et sa moitié $3 sur $4'],
  [/^at most (\d+) sides can be matched, the board needs (\d+)$/, 'au plus $1 côtés peuvent s’accorder, le plateau en demande $2'],
  [/^(\d+) sides have the frame's colour, the rim needs (\d+)$/, '$1 côtés ont la couleur du cadre, le bord en demande $2'],
];
