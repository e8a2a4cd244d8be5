#pragma once

#include <string>

/// Files of other programs, as they were written.
namespace tesselle::testing {

inline const std::string soma_def =
    "D:xDim=3:yDim=3:zDim=3\n"
    "C:name=V:layout=0 0 0, 0 1 0, 1 0 0\n"
    "C:name=L:layout=0 0 0, 0 1 0, 1 0 0, 2 0 0\n"
    "C:name=T:layout=0 0 0, 1 0 0, 1 1 0, 2 0 0\n"
    "C:name=Z:layout=0 1 0, 1 0 0, 1 1 0, 2 0 0\n"
    "C:name=a:layout=0 0 0, 0 1 0, 0 1 1, 1 0 0\n"
    "C:name=b:layout=0 0 0, 0 1 0, 1 0 0, 1 0 1\n"
    "C:name=p:layout=0 0 0, 0 0 1, 0 1 0, 1 0 0\n"
    "~D\n";

inline const std::string pentominoes_def =
    "D:xDim=6:yDim=10:zDim=1\n"
    "C:name=F:layout=0 1 0, 1 0 0, 1 1 0, 1 2 0, 2 0 0\n"
    "C:name=I:layout=0 0 0, 1 0 0, 2 0 0, 3 0 0, 4 0 0\n"
    "C:name=L:layout=0 0 0, 0 1 0, 1 0 0, 2 0 0, 3 0 0\n"
    "C:name=N:layout=0 0 0, 1 0 0, 2 0 0, 2 1 0, 3 1 0\n"
    "C:name=P:layout=0 0 0, 0 1 0, 0 2 0, 1 0 0, 1 1 0\n"
    "C:name=T:layout=0 0 0, 1 0 0, 1 1 0, 1 2 0, 2 0 0\n"
    "C:name=U:layout=0 0 0, 0 1 0, 1 1 0, 2 0 0, 2 1 0\n"
    "C:name=V:layout=0 0 0, 0 1 0, 0 2 0, 1 2 0, 2 2 0\n"
    "C:name=W:layout=0 0 0, 0 1 0, 1 1 0, 1 2 0, 2 2 0\n"
    "C:name=X:layout=0 1 0, 1 0 0, 1 1 0, 1 2 0, 2 1 0\n"
    "C:name=Y:layout=0 0 0, 1 0 0, 1 1 0, 2 0 0, 3 0 0\n"
    "C:name=Z:layout=0 0 0, 1 0 0, 1 1 0, 1 2 0, 2 2 0\n"
    "~D\n";

inline const std::string soma_xmpuzzle = R"(<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="3" y="3" z="3" name="Result" type="0">###########################</voxel>
<voxel x="2" y="2" z="1" name="V" type="0">###_</voxel>
<voxel x="3" y="2" z="1" name="L" type="0">####__</voxel>
<voxel x="3" y="2" z="1" name="T" type="0">###_#_</voxel>
<voxel x="3" y="2" z="1" name="Z" type="0">_####_</voxel>
<voxel x="2" y="2" z="2" name="a" type="0">###___#_</voxel>
<voxel x="2" y="2" z="2" name="b" type="0">###__#__</voxel>
<voxel x="2" y="2" z="2" name="p" type="0">###_#___</voxel>
</shapes>
<problems><problem name="P" state="0"><shapes>
<shape id="1" count="1"/>
<shape id="2" count="1"/>
<shape id="3" count="1"/>
<shape id="4" count="1"/>
<shape id="5" count="1"/>
<shape id="6" count="1"/>
<shape id="7" count="1"/>
</shapes><result id="0"/><bitmap/></problem></problems>
<comment/>
</puzzle>
)";

inline const std::string pentominoes_xmpuzzle = R"(<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="3" y="4" z="5" name="Result" type="0">############################################################</voxel>
<voxel x="3" y="3" z="1" name="F" type="0">_####__#_</voxel>
<voxel x="5" y="1" z="1" name="I" type="0">#####</voxel>
<voxel x="4" y="2" z="1" name="L" type="0">#####___</voxel>
<voxel x="4" y="2" z="1" name="N" type="0">###___##</voxel>
<voxel x="2" y="3" z="1" name="P" type="0">#####_</voxel>
<voxel x="3" y="3" z="1" name="T" type="0">###_#__#_</voxel>
<voxel x="3" y="2" z="1" name="U" type="0">#_####</voxel>
<voxel x="3" y="3" z="1" name="V" type="0">#__#__###</voxel>
<voxel x="3" y="3" z="1" name="W" type="0">#__##__##</voxel>
<voxel x="3" y="3" z="1" name="X" type="0">_#_###_#_</voxel>
<voxel x="4" y="2" z="1" name="Y" type="0">####_#__</voxel>
<voxel x="3" y="3" z="1" name="Z" type="0">##__#__##</voxel>
</shapes>
<problems><problem name="P" state="0"><shapes>
<shape id="1" count="1"/>
<shape id="2" count="1"/>
<shape id="3" count="1"/>
<shape id="4" count="1"/>
<shape id="5" count="1"/>
<shape id="6" count="1"/>
<shape id="7" count="1"/>
<shape id="8" count="1"/>
<shape id="9" count="1"/>
<shape id="10" count="1"/>
<shape id="11" count="1"/>
<shape id="12" count="1"/>
</shapes><result id="0"/><bitmap/></problem></problems>
<comment/>
</puzzle>
)";

inline const std::string tetromino_art =
    "# two squares and an S\n"
    "region:\n"
    "####\n"
    "####\n"
    "+##+\n"
    "\n"
    "O: 2\n"
    "##\n"
    "##\n"
    "D:\n"
    "##\n";

}  // namespace tesselle::testing
